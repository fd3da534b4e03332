#!/bin/bash
# What people put in front of a job by hand, to find out what `railhead exec` finds out: what can be pinned (limits, capabilities, user
# namespace, control group), GPUs, usable devices and their GIDs, interfaces and the route, the kind of container, the rank. A
# peer for perf/exec.py, written as such wrappers are: a `cat` a file, awk and sed for the rest.
value() { cat "$1" 2>/dev/null; }

# What can be pinned.
effective=$(awk '/^CapEff/ {print $2}' /proc/self/status)
bounding=$(awk '/^CapBnd/ {print $2}' /proc/self/status)
nnp=$(awk '/^NoNewPrivs/ {print $2}' /proc/self/status)
namespace=$(readlink /proc/self/ns/user)
hard=$(ulimit -H -l)
ulimit -l unlimited 2>/dev/null || ulimit -l "$hard"
available=$(awk '/^MemAvailable/ {print $2}' /proc/meminfo)
group=$(awk -F: '$2 == "memory" || $1 == 0 {print $3; exit}' /proc/self/cgroup)
least=
while :; do
    limit=$(value "/sys/fs/cgroup$group/memory.max" || value "/sys/fs/cgroup/memory$group/memory.limit_in_bytes")
    [ -n "$limit" ] && [ "$limit" != max ] && { [ -z "$least" ] || [ "$limit" -lt "$least" ]; } && least=$limit
    [ -z "$group" ] || [ "$group" = / ] && break
    group=$(dirname "$group")
done
quota=$(value /sys/fs/cgroup/cpu.max)
cpus=$(nproc)

# GPUs and NICs.
gpus=0 nics=
for function in /sys/bus/pci/devices/*; do
    class=$(value "$function/class")
    vendor=$(value "$function/vendor")
    case $class:$vendor in
        0x03*:0x10de | 0x03*:0x1002 | 0x12*:0x1002) gpus=$((gpus + 1)) ;;
        0x02*) nics="$nics $(basename "$function"):$(value "$function/numa_node")" ;;
    esac
done

# Devices that this job may use, and whether they have an address.
hcas=
for device in $(ls /sys/class/infiniband 2>/dev/null); do
    uverbs=$(basename "$(ls -d /sys/class/infiniband/"$device"/device/infiniband_verbs/uverbs* 2>/dev/null | head -1)")
    [ -c "/dev/infiniband/$uverbs" ] || continue
    for port in /sys/class/infiniband/"$device"/ports/*; do
        grep -q ACTIVE "$port/state" || continue
        for gid in "$port"/gids/*; do
            [ "$(value "$gid")" = 0000:0000:0000:0000:0000:0000:0000:0000 ] && continue
            [ "$(value "$port/gid_attrs/types/$(basename "$gid")")" = "RoCE v2" ] && break
        done
        hcas="$hcas,$device:$(basename "$port")"
    done
done

# Interfaces: which is up, whose it is, which leads to the others.
links=
for interface in /sys/class/net/*; do
    name=$(basename "$interface")
    driver=$(basename "$(readlink -f "$interface/device/driver" 2>/dev/null)")
    links="$links $name:$(value "$interface/operstate"):$(value "$interface/mtu"):$driver"
done
addresses=$(ip -o addr show | awk '{print $2, $4}')
leading=$(ip route show default | awk '{print $5; exit}')

# Where it runs, and as which of how many.
kind=host
grep -q kubepods /proc/self/cgroup && kind=kubernetes
[ -e /.dockerenv ] && kind=docker
rank=$(hostname | sed -n 's/.*-\([0-9]*\)$/\1/p')

if [ -n "$hcas" ]; then export NCCL_IB_HCA="=${hcas#,}"; else export NCCL_IB_DISABLE=1; fi
[ -n "$leading" ] && export NCCL_SOCKET_IFNAME="=$leading" GLOO_SOCKET_IFNAME="$leading"
[ "$gpus" -gt 0 ] && export OMP_NUM_THREADS=$((cpus / gpus))
[ -n "$rank" ] && export NODE_RANK=$rank
: "$effective $bounding $nnp $namespace $available $least $quota $nics $links $addresses $kind"
exec "$@"
