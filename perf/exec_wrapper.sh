#!/bin/bash
# What people put in front of a job by hand, to find out what `railhead exec` finds out: limits, usable devices and their GIDs, the
# interface of the default route, the rank. A peer for perf/exec.py.
ulimit -l unlimited 2>/dev/null
caps=$(grep CapEff /proc/self/status | awk '{print $2}')
hcas=
for device in $(ls /sys/class/infiniband 2>/dev/null); do
    uverbs=$(basename "$(ls -d /sys/class/infiniband/"$device"/device/infiniband_verbs/uverbs* 2>/dev/null | head -1)")
    [ -c "/dev/infiniband/$uverbs" ] || continue
    for port in /sys/class/infiniband/"$device"/ports/*; do
        grep -q ACTIVE "$port/state" || continue
        for gid in "$port"/gids/*; do
            value=$(cat "$gid" 2>/dev/null)
            [ "$value" = 0000:0000:0000:0000:0000:0000:0000:0000 ] && continue
            type=$(cat "$port/gid_attrs/types/$(basename "$gid")" 2>/dev/null)
            [ "$type" = "RoCE v2" ] && break
        done
        hcas="$hcas,$device:$(basename "$port")"
    done
done
interface=$(ip route show default | awk '{print $5; exit}')
gpus=$(lspci 2>/dev/null | grep -ci nvidia)
cpus=$(nproc)
rank=$(hostname | sed -n 's/.*-\([0-9]*\)$/\1/p')
memory=$(cat /sys/fs/cgroup/memory.max 2>/dev/null)
[ -n "$hcas" ] && export NCCL_IB_HCA="=${hcas#,}" || export NCCL_IB_DISABLE=1
[ -n "$interface" ] && export NCCL_SOCKET_IFNAME="=$interface"
[ "$gpus" -gt 0 ] && export OMP_NUM_THREADS=$((cpus / gpus))
[ -n "$rank" ] && export NODE_RANK=$rank
: "$caps" "$memory"
exec "$@"
