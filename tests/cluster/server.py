"""etcd and kube-apiserver on loopback, with ports, keys and folders of their own; gone when the block ends."""
import contextlib
import ctypes
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from programs import PLACE, Unavailable, run

READY_SECONDS = 60
STOP_SECONDS = 10
TOKEN = "railhead-tests"
# Nothing here makes the service accounts of a namespace, so that their admission would refuse every pod.
SWITCHED_OFF = "ServiceAccount"


class Server:
    """`kubeconfig` reaches it as system:masters; `folder` holds its logs while it runs."""

    def __init__(self, folder, port):
        self.folder, self.port = folder, port
        self.kubeconfig = folder / "kubeconfig"
        self.authority = folder / "certificates/apiserver.crt"

    def write_kubeconfig(self):
        self.kubeconfig.write_text(f"""apiVersion: v1
kind: Config
clusters: [{{name: tests, cluster: {{server: "https://127.0.0.1:{self.port}", certificate-authority: "{self.authority}"}}}}]
users: [{{name: tests, user: {{token: {TOKEN}}}}}]
contexts: [{{name: tests, context: {{cluster: tests, user: tests}}}}]
current-context: tests
""")

    def is_ready(self):
        if not self.authority.exists():
            return False
        asked = urllib.request.Request(f"https://127.0.0.1:{self.port}/readyz", headers={"Authorization": f"Bearer {TOKEN}"})
        try:
            return urllib.request.urlopen(asked, timeout=5, context=ssl.create_default_context(cafile=str(self.authority))).status == 200
        except (OSError, urllib.error.URLError):
            return False


@contextlib.contextmanager
def started(etcd, apiserver):
    """A server that answers; raises Unavailable with the end of its log where it does not come up."""
    PLACE.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="run-", dir=PLACE))
    client, peer, port = _free_ports(3)
    server = Server(folder, port)
    processes = []
    try:
        (folder / "tokens.csv").write_text(f'{TOKEN},tests,tests,"system:masters"\n')
        run("openssl", "genrsa", "-out", folder / "accounts.key", "2048")
        processes.append(_start(folder, "etcd", _etcd(etcd, folder, client, peer)))
        processes.append(_start(folder, "apiserver", _apiserver(apiserver, folder, client, port)))
        _wait(server, processes)
        server.write_kubeconfig()
        yield server
    finally:
        for process in reversed(processes):
            _stop(process)
        shutil.rmtree(folder, ignore_errors=True)


def _etcd(program, folder, client, peer):
    return [program, "--data-dir", folder / "etcd", "--listen-client-urls", f"http://127.0.0.1:{client}", "--advertise-client-urls",
            f"http://127.0.0.1:{client}", "--listen-peer-urls", f"http://127.0.0.1:{peer}", "--initial-advertise-peer-urls",
            f"http://127.0.0.1:{peer}", "--initial-cluster", f"default=http://127.0.0.1:{peer}"]


def _apiserver(program, folder, client, port):
    """It signs its own certificate; whoever knows the token is its master."""
    return [program, f"--etcd-servers=http://127.0.0.1:{client}", "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1",
            f"--secure-port={port}", f"--cert-dir={folder}/certificates", f"--token-auth-file={folder}/tokens.csv", "--authorization-mode=RBAC",
            "--service-cluster-ip-range=10.96.0.0/16", f"--service-account-key-file={folder}/accounts.key",
            f"--service-account-signing-key-file={folder}/accounts.key", "--service-account-issuer=https://kubernetes.default.svc",
            "--allow-privileged=true", "--endpoint-reconciler-type=none", "--profiling=false",
            f"--disable-admission-plugins={SWITCHED_OFF}"]


def _start(folder, name, command):
    log = (folder / f"{name}.log").open("w")
    return subprocess.Popen([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                            preexec_fn=_die_with_parent)


def _die_with_parent():
    """Should the tests be killed, no server stays behind (PR_SET_PDEATHSIG, prctl(2))."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _wait(server, processes):
    end = time.monotonic() + READY_SECONDS
    while not server.is_ready():
        dead = any(process.poll() is not None for process in processes)
        if dead or time.monotonic() > end:
            log = (server.folder / ("etcd.log" if processes[0].poll() is not None else "apiserver.log")).read_text(errors="replace")
            raise Unavailable(f"the server {'died' if dead else f'was not ready in {READY_SECONDS} s'}: {' / '.join(log.splitlines()[-3:])}")
        time.sleep(0.1)


def _stop(process):
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
