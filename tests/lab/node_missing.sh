# The device is in sysfs and its node is not in /dev: a container that was given no device.
. /lab/lib.sh
rail_up 0
rm /dev/infiniband/uverbs0
doctor
