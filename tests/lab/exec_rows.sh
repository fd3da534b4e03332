# lab: timeout=400
# What exec makes of a process in every situation of the table: pin, started by it, says what the kernel then allows, and
# /proc/self/status what the command has. Where a step is refused or pretended nothing may start.
. /lab/lib.sh
rail_up 0

readonly LIMIT=8388608
prlimit --pid $$ --memlock=$LIMIT:$LIMIT || die "no limit of 8 MiB"

setpriv() { /usr/bin/setpriv "$@"; }
drop() { setpriv --inh-caps "$1" --bounding-set "$1" -- "${@:2}"; }
user() { setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all -- "$@"; }

# row CASE [PREFIX...] : [OPTION...]: exec behind the prefix; what its command can pin and what it is.
row() {
    new_case "$1"
    shift
    local prefix=()
    while [ "$1" != : ]; do prefix+=("$1"); shift; done
    shift
    "${prefix[@]}" railhead exec "$@" -- pin report >>"$CASE/record" 2>"$CASE/said"
    record code $?
    "${prefix[@]}" railhead exec --quiet "$@" -- cat /proc/self/status >"$CASE/status" 2>>"$CASE/said"
    record uid "$(awk '/^Uid:/ {print $2}' "$CASE/status")"
    record effective "$(awk '/^CapEff:/ {print $2}' "$CASE/status")"
    record ambient "$(awk '/^CapAmb:/ {print $2}' "$CASE/status")"
    local bounding=$((16#$(awk '/^CapBnd:/ {print $2}' "$CASE/status")))
    record sys_resource_bounding "$(((bounding >> 24) & 1))"
    record limit "$("${prefix[@]}" railhead exec --quiet "$@" -- bash -c 'ulimit -l' 2>/dev/null)"
}

# nothing_starts CASE [PREFIX...] : OPTION...: exec has to refuse.
nothing_starts() {
    new_case "$1"
    shift
    local prefix=()
    while [ "$1" != : ]; do prefix+=("$1"); shift; done
    shift
    "${prefix[@]}" railhead exec "$@" -- touch "$CASE/started" 2>"$CASE/said"
    record code $?
    record started "$([ -e "$CASE/started" ] && echo yes || echo no)"
}

with_caps() {
    mkdir -p "$2"
    cp /lab/bin/* "$2"
    setcap "$1" "$2/railhead" || die "setcap $1 failed"
}
from() { PATH=$1:$PATH "${@:2}"; }

row root-all :
row root-without-ipc-lock drop -ipc_lock :
row root-without-sys-resource drop -sys_resource :
row root-without-both drop -ipc_lock,-sys_resource :
row root-to-user : --user 1000:1000
row root-to-user-keeping : --user 1000:1000 --keep-ipc-lock
row root-to-user-by-capability drop -sys_resource : --user 1000:1000
row root-drops : --drop-caps
row root-keeps-limit drop -ipc_lock : --memlock keep
row root-finite drop -ipc_lock : --memlock 16MiB
row user-bounding-only user :
row user-ambient-sys-resource setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=+sys_resource --ambient-caps=+sys_resource -- :
with_caps cap_ipc_lock,cap_sys_resource+p /lab/launcher
row launcher-both from /lab/launcher user :
row launcher-without-sys-resource from /lab/launcher drop -sys_resource setpriv --reuid 1000 --regid 1000 --clear-groups -- :
row launcher-without-ipc-lock from /lab/launcher drop -ipc_lock setpriv --reuid 1000 --regid 1000 --clear-groups -- :
row launcher-no-new-privs from /lab/launcher user setpriv --no-new-privs -- :
row user-namespace user unshare --user --map-root-user :
row soft-below-hard prlimit --memlock=$LIMIT:67108864 setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all -- :

for error in 1 0; do
    [ $error = 1 ] && how=refused || how=pretended
    nothing_starts setrlimit-$how drop -ipc_lock refuse setrlimit $error :
    nothing_starts capbset-drop-$how drop -ipc_lock refuse capbset-drop $error :
    nothing_starts capset-$how drop -sys_resource refuse capset $error : --user 1000:1000
    nothing_starts setresuid-$how refuse setresuid $error : --user 1000:1000
    nothing_starts ambient-$how drop -sys_resource refuse ambient $error : --user 1000:1000
done
nothing_starts required user : --require memlock=64MiB
nothing_starts required-of-user-namespace user unshare --user --map-root-user : --require memlock=64MiB

new_case rail
railhead exec --quiet --require rdma -- env >"$CASE/env" 2>"$CASE/said"
record code $?
record hca "$(sed -n 's/^NCCL_IB_HCA=//p' "$CASE/env")"
record net "$(sed -n 's/^NCCL_NET=//p' "$CASE/env")"
rail_down 0
new_case rail-down
railhead exec -- env >"$CASE/env" 2>"$CASE/said"
record code $?
record disabled "$(sed -n 's/^NCCL_IB_DISABLE=//p' "$CASE/env")"
record said "$(grep -c 'NO RDMA' "$CASE/said")"
nothing_starts rail-down-required : --require rdma
