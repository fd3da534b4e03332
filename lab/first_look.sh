# lab: nodes=1 rails=1 timeout=120
# What `make run` shows of the lab: a healthy rail, seen by root and then by a user who may not pin more than 8 MiB.
. /lab/lib.sh
export LC_ALL=C.UTF-8
rail_up 0
echo "-- as root --"
railhead doctor
echo
echo "-- as uid 1000, whose memlock limit is 8 MiB --"
ulimit -l 8192
as_user 1000 railhead doctor
# What doctor found is what was to be seen; only its own failure is one here.
code=$?
[ "$code" -le 1 ] || [ "$code" = 3 ]
