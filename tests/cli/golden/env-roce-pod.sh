# roce: mlx5_2:1, mlx5_3:1 are active and usable: Ethernet, 400 Gb/s
export GLOO_SOCKET_IFNAME=eth0  # the default route leaves by it
export NCCL_CROSS_NIC=0  # net1, net2 are in subnets of their own with no route between them
export NCCL_IB_HCA='=mlx5_2:1,mlx5_3:1'  # mlx5_2:1, mlx5_3:1 are active and usable: Ethernet, 400 Gb/s
export NCCL_SOCKET_IFNAME='=eth0'  # the default route leaves by it
export NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME='=eth0'  # the default route leaves by it
export NVSHMEM_ENABLE_NIC_PE_MAPPING=1  # so that NVSHMEM_HCA_LIST counts
export NVSHMEM_HCA_LIST=mlx5_2:1,mlx5_3:1  # mlx5_2:1, mlx5_3:1 are active and usable: Ethernet, 400 Gb/s
export OMPI_MCA_btl='^openib'  # RDMA goes through UCX
export OMPI_MCA_btl_tcp_if_include=eth0  # the default route leaves by it
export OMPI_MCA_oob_tcp_if_include=eth0  # the default route leaves by it
export OMP_NUM_THREADS=16  # 32 CPUs for 2 GPUs
export UCX_NET_DEVICES=mlx5_2:1,mlx5_3:1  # mlx5_2:1, mlx5_3:1 are active and usable: Ethernet, 400 Gb/s
