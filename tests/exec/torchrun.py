"""Real torchrun: two nodes as two processes of this machine, each started through exec, which says who and where they are."""
import os
import pathlib
import re
import shutil
import socket
import subprocess

SCRIPT = pathlib.Path(__file__).resolve().parent / "allreduce.py"
# stdout to files and to us: with Python 3.11 torch 1.13 cannot read its own default of these two options, "nothing".
LOGS = ("-r", "1", "-t", "1")


def test(place, tally):
    torchrun = shutil.which("torchrun", path="/usr/bin") or shutil.which("torchrun")
    if not torchrun:
        return tally.skip("torchrun", "it is not installed (python3-torch)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    for name in ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT"):
        env.pop(name, None)
    nodes = []
    for rank in range(2):
        words = ["exec", "--torchrun", "--quiet", "--nnodes", "2", "--node-rank", str(rank), "--master-addr", "127.0.0.1", "--master-port", str(port), "--",
                 torchrun, "--nproc_per_node=2", *LOGS, "--log_dir", str(place.folder), str(SCRIPT)]
        nodes.append(subprocess.Popen([place.binary, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env))
    said = []
    for rank, node in enumerate(nodes):
        try:
            out, _ = node.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            node.kill()
            out, _ = node.communicate()
        tally.equal(f"torchrun of node {rank}: exit code", 0, node.returncode) or print(out)
        said += re.findall(r"rank \d+ of \d+ on node \d+: sum \d+", out)
    wanted = [f"rank {rank} of 4 on node {rank // 2}: sum 10" for rank in range(4)]
    tally.equal("every rank of both nodes has the sum", wanted, sorted(said))
