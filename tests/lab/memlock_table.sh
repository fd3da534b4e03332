# lab: timeout=400
# Who can pin how much: every row of the table, said by the kernel (pin) and by railhead doctor, side by side.
. /lab/lib.sh
rail_up 0

readonly LIMIT=8388608
# As far as pin goes: what works up to there is without limit.
readonly DOCTOR_OPTIONS='--probe=full --probe-max=128MiB'
prlimit --pid $$ --memlock=$LIMIT:$LIMIT || die "no limit of 8 MiB"

# judge CASE PREFIX...: pin and doctor as a process that PREFIX makes.
judge() {
    new_case "$1"
    shift
    "$@" pin report >>"$CASE/record"
    doctor "$@"
}

setpriv() { /usr/bin/setpriv "$@"; }
drop() { setpriv --inh-caps "$1" --bounding-set "$1" -- "${@:2}"; }
ambient() { setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps "+$1" --ambient-caps "+$1" -- "${@:2}"; }

# with_caps CAPABILITIES FOLDER: copies of the programs that carry file capabilities; on /lab, a tmpfs, which keeps them.
with_caps() {
    mkdir -p "$2"
    cp /lab/bin/* "$2"
    setcap "$1" "$2/pin" || die "setcap $1 failed"
    [ ! -e "$2/railhead" ] || setcap "$1" "$2/railhead" || die "setcap $1 failed"
}
# from FOLDER COMMAND...: with the programs of that folder first on PATH.
from() { PATH=$1:$PATH "${@:2}"; }

judge root-all
judge root-without-ipc-lock drop -ipc_lock
judge root-without-sys-resource drop -sys_resource
judge root-without-both drop -ipc_lock,-sys_resource
# As a container runtime leaves it: a full bounding set is what every user of a host has, and says nothing of a grant.
judge user-bounding-only setpriv --bounding-set -all,+ipc_lock,+sys_resource --inh-caps -all --reuid 1000 --regid 1000 --clear-groups --

judge user-ambient-ipc-lock ambient ipc_lock
judge user-ambient-sys-resource ambient sys_resource
record mr-when-raised "$(ambient sys_resource pin --unlimited max mr)"

with_caps cap_ipc_lock+ep /lab/ep
judge file-effective from /lab/ep as_user 1000

with_caps cap_ipc_lock+p /lab/p
judge file-permitted from /lab/p as_user 1000
record mr-when-made-effective "$(from /lab/p as_user 1000 pin --effective max mr)"

with_caps cap_ipc_lock,cap_sys_resource+ep /lab/both-ep
new_case file-effective-but-not-in-bounding
record exec "$(drop -sys_resource setpriv --reuid 1000 --regid 1000 --clear-groups -- pin exec /lab/both-ep/pin report)"

# The launcher is pin; what it starts are the plain programs in /lab/bin.
with_caps cap_ipc_lock,cap_sys_resource+p /lab/launcher
judge launcher-makes-ambient drop -sys_resource setpriv --reuid 1000 --regid 1000 --clear-groups -- /lab/launcher/pin launch
judge launcher-without-ipc-lock drop -ipc_lock setpriv --reuid 1000 --regid 1000 --clear-groups -- /lab/launcher/pin launch

# In two steps: setpriv keeps its permitted set over the change of user, and no_new_privs lets through what a process had.
judge no-new-privs from /lab/ep as_user 1000 /usr/bin/setpriv --no-new-privs --
judge user-namespace as_user 1000 /usr/bin/unshare --user --map-root-user

judge soft-below-hard prlimit --memlock=$LIMIT:67108864 /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --
record mr-when-raised "$(prlimit --memlock=$LIMIT:67108864 /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups -- pin --soft-to-hard max mr)"
record mlock-when-raised "$(prlimit --memlock=$LIMIT:67108864 /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups -- pin --soft-to-hard max mlock)"

judge raised-then-dropped prlimit --memlock=unlimited /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --
