# The link's MTU of 1500 leaves room for an RDMA MTU of 1024, though the device could do 4096.
. /lab/lib.sh
rail_up 0 mtu=1500
record active_mtu "$(ibv_devinfo -d rxe0 | awk '/active_mtu/ {print $2}')"
record max_mtu "$(ibv_devinfo -d rxe0 | awk '/max_mtu/ {print $2}')"
doctor
