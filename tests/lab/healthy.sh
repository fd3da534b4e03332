# A rail as it should be, looked at by root with all capabilities: nothing to complain about.
. /lab/lib.sh
rail_up 0
record active_mtu "$(ibv_devinfo -d rxe0 | awk '/active_mtu/ {print $2}')"
DOCTOR_OPTIONS=--probe=full doctor
