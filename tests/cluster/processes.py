"""Programs that run beside the tests: each writes a log, dies with the tests and is stopped by its pid."""
import ctypes
import os
import re
import signal
import socket
import subprocess

STOP_SECONDS = 10


def start(folder, name, command, **more):
    """`more` goes to Popen; the log is `folder`/`name`.log. From a thread that outlives it: the kernel takes a thread for the parent."""
    with (folder / f"{name}.log").open("ab") as log:
        given = {"cwd": folder, "stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT, **more}
        return subprocess.Popen([str(word) for word in command], preexec_fn=die_with(os.getpid()), **given)


def stop(process):
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def last_words(folder, name, lines=3):
    """What a log says of its end, in one line: the message that it died with, else its last lines."""
    path = folder / f"{name}.log"
    text = path.read_text(errors="replace") if path.exists() else ""
    fatal = re.findall(r"^F\d{4} .*|^panic: .*|.*level=fatal.*", text, re.MULTILINE)
    return " / ".join(fatal[:1] or text.splitlines()[-lines:])[:600]


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def die_with(parent):
    """Should the tests be killed, nothing stays behind (PR_SET_PDEATHSIG, prctl(2))."""
    library = ctypes.CDLL(None)

    def asked():
        library.prctl(1, signal.SIGKILL)
        if os.getppid() != parent:  # killed before the call above
            os._exit(1)
    return asked
