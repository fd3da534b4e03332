"""A cluster of real nodes on this machine, for as long as a block runs: `node.started` gives it.

What is real: etcd, kube-apiserver, kube-controller-manager, kube-scheduler, and for each node a kubelet, containerd, runc and the CNI
bridge. What keeps them apart from the machine: `slot` (names, addresses), `machine` and `inside` (namespaces). What tests put into
it: `images`, `access` (users, quota), `plugin` (devices), `webhook`."""
