# SPDX-License-Identifier: Apache-2.0
"""What the processor counted while this process ran, where Linux tells: see ``perf_event_open(2)``."""

from __future__ import annotations

import ctypes
import enum
import os
import platform
import struct
import sys

SYSTEM_CALL = {"x86_64": 298, "aarch64": 241}.get(platform.machine())
"""The number of ``perf_event_open`` on this machine, or None where it is not known."""

CLOSE_ON_EXEC = 1 << 3


class Event(enum.Enum):
    """What can be counted, with the kernel's numbers for its type and for itself."""

    INSTRUCTIONS = (0, 1)
    CACHE_MISSES = (0, 3)
    PAGE_FAULTS = (1, 2)
    """Counted by the kernel itself, thus also where a virtual machine hides the processor's counters."""


class Attributes(ctypes.Structure):
    """The first version of the kernel's ``struct perf_event_attr``."""

    DISABLED, INHERIT, EXCLUDE_KERNEL = 1 << 0, 1 << 1, 1 << 5
    TOTAL_TIME_ENABLED, TOTAL_TIME_RUNNING = 1 << 0, 1 << 1

    _fields_ = (
        ("type", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("config", ctypes.c_uint64),
        ("sample_period", ctypes.c_uint64),
        ("sample_type", ctypes.c_uint64),
        ("read_format", ctypes.c_uint64),
        ("flags", ctypes.c_uint64),
        ("wakeup_events", ctypes.c_uint32),
        ("breakpoint_type", ctypes.c_uint32),
        ("breakpoint_address", ctypes.c_uint64),
    )


class Counter:
    """Counts an event in this thread, and in every thread that it starts from now on, until the process ends.

    The kernel's own part counts too, unless this user may not see it.
    """

    def __init__(self, event: Event) -> None:
        self._file = _open(event, Attributes.INHERIT)
        if self._file is None:
            self._file = _open(event, Attributes.INHERIT | Attributes.EXCLUDE_KERNEL)

    def value(self) -> int | None:
        """The count so far, or None where the event cannot be counted.

        Where events had to share the processor's counters, what was counted meanwhile stands for all of the time.
        """
        if self._file is None:
            return None
        counted, enabled, running = struct.unpack("3Q", os.read(self._file, 24))
        return round(counted * (enabled / running)) if running else None


def _open(event: Event, flags: int) -> int | None:
    """A file that tells the count of an event, or None where the kernel refuses."""
    if not sys.platform.startswith("linux") or SYSTEM_CALL is None:
        return None
    kind, number = event.value
    attributes = Attributes(
        type=kind,
        size=ctypes.sizeof(Attributes),
        config=number,
        read_format=Attributes.TOTAL_TIME_ENABLED | Attributes.TOTAL_TIME_RUNNING,
        flags=flags,
    )
    this_thread, any_cpu, no_group = 0, -1, -1
    file = ctypes.CDLL(None).syscall(
        SYSTEM_CALL, ctypes.byref(attributes), this_thread, any_cpu, no_group, ctypes.c_ulong(CLOSE_ON_EXEC)
    )
    return file if file >= 0 else None
