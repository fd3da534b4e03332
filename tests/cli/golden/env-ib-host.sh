# ib: mlx5_0:1, mlx5_1:1 are active and usable: InfiniBand, 400 Gb/s
export GLOO_SOCKET_IFNAME=eno1  # the default route leaves by it
export NCCL_IB_HCA='=mlx5_0:1,mlx5_1:1'  # mlx5_0:1, mlx5_1:1 are active and usable: InfiniBand, 400 Gb/s
export NCCL_SOCKET_IFNAME='=eno1'  # the default route leaves by it
export NVSHMEM_BOOTSTRAP_UID_SOCK_IFNAME='=eno1'  # the default route leaves by it
export OMPI_MCA_btl='^openib'  # RDMA goes through UCX
export OMPI_MCA_btl_tcp_if_include=eno1  # the default route leaves by it
export OMPI_MCA_oob_tcp_if_include=eno1  # the default route leaves by it
export OMP_NUM_THREADS=16  # 32 CPUs for 2 GPUs
export UCX_NET_DEVICES=mlx5_0:1,mlx5_1:1  # mlx5_0:1, mlx5_1:1 are active and usable: InfiniBand, 400 Gb/s
