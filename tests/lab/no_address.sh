# The device below the rail is up and has no IPv4 address: there is a link-local GID only.
. /lab/lib.sh
rail_up 0 address=none
record gids "$(cat /sys/class/infiniband/rxe0/ports/1/gids/* | grep -vc '^0000:0000:0000:0000:0000:0000')"
doctor
