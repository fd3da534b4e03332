# tcp: there is no RDMA device
export GLOO_SOCKET_IFNAME=eth0  # the default route leaves by it
export NCCL_IB_DISABLE=1  # there is no RDMA device
export NCCL_SOCKET_IFNAME='=eth0'  # the default route leaves by it
export OMPI_MCA_btl='^openib'  # there is no RDMA to use
export OMPI_MCA_btl_tcp_if_include=eth0  # the default route leaves by it
export OMPI_MCA_oob_tcp_if_include=eth0  # the default route leaves by it
export UCX_NET_DEVICES=eth0  # the default route leaves by it
export UCX_TLS=tcp,self,sm  # there is no RDMA device
