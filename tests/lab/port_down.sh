# The link below the device is down.
. /lab/lib.sh
rail_up 0
rail_down 0
record state "$(cat /sys/class/infiniband/rxe0/ports/1/state)"
doctor
