"""Creations of containers without a pause, from several threads, and what became of each."""
import contextlib
import dataclasses
import threading
import time

import cri

THREADS = 3
# A container that is made while the runtime is away is tried again, as a kubelet would.
PAUSE = 0.02


@dataclasses.dataclass
class Made:
    """From when to when it was made; `problem` is what the runtime said where it was not."""
    begun: float
    ended: float
    container: cri.Container = None
    problem: str = ""


class Load:
    """Runs while its block does; each thread has a pod of its own, which is there until the runtime's are removed."""

    def __init__(self, runtime, devices):
        self.runtime, self.devices = runtime, devices
        self.made = []  # append() is atomic
        self._over = threading.Event()
        self._stack = contextlib.ExitStack()

    def __enter__(self):
        pods = [self._stack.enter_context(self.runtime.pod()) for _ in range(THREADS)]
        self._threads = [threading.Thread(target=self._make, args=(pod,), daemon=True) for pod in pods]
        for thread in self._threads:
            thread.start()
        return self

    def end(self):
        """No more creations; all that was made is still there."""
        self._over.set()
        for thread in self._threads:
            thread.join()

    def __exit__(self, *_):
        self.end()
        self._stack.close()

    def count(self):
        return sum(each.container is not None for each in list(self.made))

    def wait_for(self, more, seconds=20):
        """Until so many more were made."""
        wanted, end = self.count() + more, time.monotonic() + seconds
        while self.count() < wanted and time.monotonic() < end:
            time.sleep(0.01)

    def _make(self, pod):
        number = 0
        while not self._over.is_set():
            number += 1
            begun = time.monotonic()
            try:
                container = pod.start(f"c{number}", devices=self.devices)
                self.made.append(Made(begun, time.monotonic(), container))
            except cri.Refused as problem:
                self.made.append(Made(begun, time.monotonic(), problem=str(problem)))
                time.sleep(PAUSE)
