# SPDX-License-Identifier: Apache-2.0
"""Training of a speech recogniser in the manner of Deep Speech 2 (Amodei et al., 2015).

Convolutions over time and frequency, which hide what lies beyond the end of a shorter utterance; bidirectional LSTMs; a
score per character and frame; connectionist temporal classification (CTC) against transcripts of varying length; and
gradients clipped to a norm. The features have the shape of log-mel spectra.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from calque_record import Workload, main

BATCH = 8
FRAMES = 200
BANDS = 80
CHANNELS = 32
HIDDEN = 256
LAYERS = 2
CHARACTERS = 29
LONGEST_TRANSCRIPT = 24
LARGEST_GRADIENT_NORM = 5.0


class Convolution(nn.Module):
    """A convolution over frequency and time that halves both, with the frames after each utterance's end set to 0."""

    def __init__(self, channels_in: int, kernel: tuple[int, int]) -> None:
        super().__init__()
        padding = (kernel[0] // 2, kernel[1] // 2)
        self.convolution = nn.Conv2d(channels_in, CHANNELS, kernel, stride=2, padding=padding, bias=False)
        self.norm = nn.BatchNorm2d(CHANNELS)
        self.activation = nn.Hardtanh(0, 20, inplace=True)

    def forward(self, x: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        x = self.activation(self.norm(self.convolution(x)))
        lengths = (lengths + 1) // 2
        beyond = torch.arange(x.shape[3], device=x.device) >= lengths[:, None]
        return x.masked_fill(beyond[:, None, None, :], 0), lengths


class SpeechRecogniser(nn.Module):
    """Spectra and their lengths in; log probabilities per frame, and how many frames count, out."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Convolution(1, (41, 11))
        self.second = Convolution(CHANNELS, (21, 11))
        self.recurrent = nn.LSTM(CHANNELS * BANDS // 4, HIDDEN, LAYERS, bidirectional=True)
        self.norm = nn.LayerNorm(2 * HIDDEN)
        self.head = nn.Linear(2 * HIDDEN, CHARACTERS)

    def forward(self, spectra: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        x, lengths = self.first(spectra.unsqueeze(1), lengths)
        x, lengths = self.second(x, lengths)
        x, _ = self.recurrent(x.flatten(1, 2).permute(2, 0, 1))
        return F.log_softmax(self.head(self.norm(x)), dim=-1), lengths


def workload() -> Workload:
    """One training step: forward, CTC, backward, clipping, SGD with Nesterov's momentum."""
    torch.manual_seed(6)
    model = SpeechRecogniser().train()
    optimizer = torch.optim.SGD(model.parameters(), lr=3e-4, momentum=0.9, nesterov=True)
    spectra = torch.randn(BATCH, BANDS, FRAMES)
    lengths = torch.randint(FRAMES * 3 // 4, FRAMES + 1, (BATCH,)).sort(descending=True).values
    lengths[0] = FRAMES
    transcripts = torch.randint(1, CHARACTERS, (BATCH, LONGEST_TRANSCRIPT))
    transcript_lengths = torch.randint(LONGEST_TRANSCRIPT // 2, LONGEST_TRANSCRIPT + 1, (BATCH,))

    def step() -> Tensor:
        optimizer.zero_grad(set_to_none=True)
        scores, scored_lengths = model(spectra, lengths)
        loss = F.ctc_loss(scores, transcripts, scored_lengths, transcript_lengths, zero_infinity=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), LARGEST_GRADIENT_NORM)
        optimizer.step()
        return loss.detach()

    return Workload(
        name="speech_train",
        description=(
            f"Deep-Speech-2-style recogniser, 2 convolutions, {LAYERS} bidirectional LSTM layers of width {HIDDEN}, "
            f"{FRAMES} frames of {BANDS} bands, CTC over {CHARACTERS} characters, SGD with Nesterov momentum"
        ),
        step=step,
        batch_size=BATCH,
        items_per_step=BATCH,
        item_unit="utterances",
        training=True,
        modules=(model,),
    )


if __name__ == "__main__":
    main(workload)
