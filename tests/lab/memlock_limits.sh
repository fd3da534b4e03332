# lab: timeout=200
# Limits and identities that are not rows of the table, each with what doctor says to it.
. /lab/lib.sh
rail_up 0
readonly LIMIT=8388608
# As far as pin goes: what works up to there is without limit.
readonly DOCTOR_OPTIONS='--probe=full --probe-max=128MiB'
prlimit --pid $$ --memlock=$LIMIT:$LIMIT || die "no limit of 8 MiB"

judge() {
    new_case "$1"
    shift
    "$@" pin report >>"$CASE/record"
    doctor "$@"
}

judge soft-low-hard-unlimited prlimit --memlock=$LIMIT:unlimited \
    /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --
judge odd-limit prlimit --memlock=3145728:3145728 \
    /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --
judge user-with-nothing /usr/bin/setpriv --bounding-set=-all --inh-caps=-all --reuid 1000 --regid 1000 --clear-groups --
# The limit is what counts in a user namespace, so an unlimited one is enough there.
judge unlimited-in-user-namespace prlimit --memlock=unlimited \
    /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all -- /usr/bin/unshare --user --map-root-user
# Only 64 KiB: what kernels before 5.16 gave, and what old runtimes still hand on.
judge old-default prlimit --memlock=65536:65536 \
    /usr/bin/setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all --
