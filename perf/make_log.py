#!/usr/bin/env python3
"""Writes a log as NCCL writes it for a job of many ranks, all in one stream, with the lines of training between.

usage: perf/make_log.py FILE MEBIBYTES [RANKS]

The lines are the same in every run (a fixed seed). A piece of 32 MiB with every rank in it is written again and again.
"""
import random
import sys

PIECE = 32 << 20


def start(rank):
    """What a rank says when it starts."""
    host, pid, gpu = f"worker-{rank // 8}", 2000 + rank, rank % 8
    head = f"{host}:{pid}:{pid + 40} [{gpu}] NCCL INFO "
    hcas = " ".join(f"[{n}]mlx5_{n}:1/RoCE" for n in range(8))
    yield head + f"Bootstrap : Using eth0:10.1.{rank // 8 % 250}.{rank % 8}<0>"
    yield head + "NET/Plugin: Could not find: libnccl-net.so. Using internal network plugin."
    yield head + f"NET/IB : Using {hcas} [RO]; OOB eth0:10.1.{rank // 8 % 250}.{rank % 8}<0>"
    yield head + "Using non-device net plugin version 0"
    yield head + "Using network IB"
    yield head + f"ncclCommInitRank comm 0x55{rank:08x} rank {rank} nranks 1024 cudaDev {gpu} nvmlDev {gpu} busId {gpu + 1}b000 commId 0xfeed - Init START"


def later(rank, chance):
    """One more line of a rank: a channel, a graph, a step of training."""
    host, pid, gpu = f"worker-{rank // 8}", 2000 + rank, rank % 8
    head = f"{host}:{pid}:{pid + 90} [{gpu}] NCCL INFO "
    kind = chance.random()
    channel = chance.randrange(16)
    if kind < 0.30:
        return head + f"Channel {channel:02}/0 : {rank}[{gpu}] -> {(rank + 8) % 1024}[{gpu}] [send] via NET/IB/{gpu}/GDRDMA"
    if kind < 0.55:
        return head + f"Channel {channel:02}/0 : {rank}[{gpu}] -> {rank ^ 1}[{gpu ^ 1}] via P2P/CUMEM"
    if kind < 0.65:
        return head + f"Trees [{channel}] {rank ^ 1}/-1/-1->{rank}->{rank ^ 2} [{channel + 1}] {rank ^ 1}/-1/-1->{rank}->{rank ^ 2}"
    if kind < 0.75:
        return head + "threadThresholds 8/8/64 | 8192/8/64 | 512 | 512"
    step = chance.randrange(100000)
    return f"[rank{rank}]: step {step}/100000 | loss {chance.random() * 4:.4f} | lr 1.5e-04 | {chance.randrange(9000, 12000)} tokens/s/GPU | mem 71.2 GiB"


def main():
    path, mebibytes = sys.argv[1], int(sys.argv[2])
    ranks = int(sys.argv[3]) if len(sys.argv) > 3 else 1024
    chance = random.Random(20)
    lines = [line for rank in range(ranks) for line in start(rank)]
    size = sum(len(line) + 1 for line in lines)
    while size < PIECE:
        lines.append(later(chance.randrange(ranks), chance))
        size += len(lines[-1]) + 1
    piece = ("\n".join(lines) + "\n").encode()
    with open(path, "wb") as file:
        for _ in range(max(1, (mebibytes << 20) // len(piece))):
            file.write(piece)


if __name__ == "__main__":
    main()
