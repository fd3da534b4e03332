# No RDMA device at all: a warning, for the job will run over TCP.
. /lab/lib.sh
record devices "$(rdma link | wc -l)"
doctor
