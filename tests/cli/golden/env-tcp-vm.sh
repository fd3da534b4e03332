# there is no RDMA device

# the default route leaves by it
export GLOO_SOCKET_IFNAME='eth0'

# the default route leaves by it
export NCCL_SOCKET_IFNAME='=eth0'

# the default route leaves by it
export OMPI_MCA_btl_tcp_if_include='eth0'

# the default route leaves by it
export OMPI_MCA_oob_tcp_if_include='eth0'

# the default route leaves by it
export UCX_NET_DEVICES='eth0'
