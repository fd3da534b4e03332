denials.o: src/finding/cluster/denials.cc \
 /work/wt/k8s/build/dev/CMakeFiles/railhead_core.dir/cmake_pch.hxx \
 /work/wt/k8s/src/finding/cluster/denials.h \
 /work/wt/k8s/src/finding/finding.h /work/wt/k8s/src/base/format.h \
 /work/wt/k8s/src/base/text.h /work/wt/k8s/src/facts/known.h \
 /work/wt/k8s/src/finding/check.h /work/wt/k8s/src/base/units.h \
 /work/wt/k8s/src/base/error.h /work/wt/k8s/src/fabric/mode.h \
 /work/wt/k8s/src/facts/cluster/cluster.h \
 /work/wt/k8s/src/facts/cluster/event.h \
 /work/wt/k8s/src/facts/cluster/node.h \
 /work/wt/k8s/src/facts/cluster/object.h \
 /work/wt/k8s/src/facts/evidence.h /work/wt/k8s/src/facts/log/run.h \
 /work/wt/k8s/src/facts/machine.h \
 /work/wt/k8s/src/facts/container/allocation.h \
 /work/wt/k8s/src/facts/environment.h /work/wt/k8s/src/facts/gpu/gpu.h \
 /work/wt/k8s/src/facts/pci/function.h \
 /work/wt/k8s/src/facts/rdma/device.h /work/wt/k8s/src/facts/rdma/gid.h \
 /work/wt/k8s/src/facts/host/kernel.h \
 /work/wt/k8s/src/facts/host/memory.h \
 /work/wt/k8s/src/facts/host/pinning.h \
 /work/wt/k8s/src/facts/host/process.h \
 /work/wt/k8s/src/facts/host/software.h \
 /work/wt/k8s/src/facts/net/interface.h \
 /work/wt/k8s/src/finding/cluster/events.h
