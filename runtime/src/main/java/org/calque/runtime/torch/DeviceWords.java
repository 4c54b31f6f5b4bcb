package org.calque.runtime.torch;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.Device;
import org.calque.runtime.ReplayException;
import org.calque.runtime.cuda.CudaDevices;

/** The words by which a user says where operators run. */
final class DeviceWords {
  private static final Pattern CUDA = Pattern.compile("cuda(?::(\\d{1,4}))?");

  private DeviceWords() {}

  /**
   * The device that a word means on this machine.
   *
   * @throws ReplayException if it is no such word, or LibTorch cannot use the device, and why
   */
  static Device device(String word, TorchLibrary library) {
    if (word.equals("cpu")) {
      return Device.CPU;
    }
    if (word.equals("auto")) {
      return library.hasCuda() && cudaProblem(library).isEmpty() ? Device.cuda(0) : Device.CPU;
    }
    Matcher cuda = CUDA.matcher(word);
    if (!cuda.matches()) {
      throw new ReplayException("device=" + word + " is none of cpu, cuda, cuda:N and auto");
    }
    Optional<String> problem = cudaProblem(library);
    if (problem.isPresent()) {
      throw new ReplayException("device=" + word + ": " + problem.get());
    }
    int ordinal = cuda.group(1) == null ? 0 : Integer.parseInt(cuda.group(1));
    return Device.cuda(CudaDevices.find().device(ordinal).ordinal());
  }

  /** Why no CUDA device can be used: none is there, or this LibTorch cannot use it. */
  private static Optional<String> cudaProblem(TorchLibrary library) {
    return CudaDevices.find().absence().or(library::cudaProblem);
  }
}
