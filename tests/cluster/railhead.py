"""The program under test, as a filter over manifests."""
import subprocess

SECONDS = 30


class Railhead:
    def __init__(self, binary):
        self.binary = str(binary)

    def has(self, command):
        """Whether this build knows the command."""
        return self.run(command, "--help").returncode == 0

    def run(self, *words, given=None):
        return subprocess.run([self.binary, *map(str, words)], input=given, capture_output=True, timeout=SECONDS)
