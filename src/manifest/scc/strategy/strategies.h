#pragma once

#include "manifest/scc/strategy/trial.h"

/// One pair of functions for each field of a constraint: what it fills into the pod where nothing is set, and what it refuses
/// of the pod after that. Facts from openshift/apiserver-library-go (pkg/securitycontextconstraints) and from measurements of
/// OpenShift with Kubernetes 1.36; where they differ the measurements count. Every function is to be called in the order of
/// try_constraint, since that is the order of the server's entries.
namespace railhead::manifest::scc {

/// supplementalGroups and fsGroup, MustRunAs: the first group of the first range. The namespace gives whole blocks to
/// supplementalGroups, and to fsGroup the first group of the first block only.
void fill_groups(Trial& trial);
void check_groups(Trial& trial);

/// seLinuxContext, MustRunAs: the pod gets the options, of which the level may come from the namespace. Containers inherit
/// them.
void fill_se_linux(Trial& trial);
void check_se_linux(Trial& trial);
void check_se_linux(Trial& trial, const Spot& spot);

/// seccompProfiles: the first profile that is not `*`, as field and as legacy annotation. An annotation of the pod or of a
/// container overrides the field.
void fill_seccomp(Trial& trial);
void check_seccomp(Trial& trial);
void fill_seccomp(Trial& trial, const Spot& spot);
void check_seccomp(Trial& trial, const Spot& spot);

/// runAsUser. Every strategy marks a container runAsNonRoot where its user is known not to be root.
void fill_run_as_user(Trial& trial, const Spot& spot);
void check_run_as_user(Trial& trial, const Spot& spot);

/// defaultAddCapabilities, requiredDropCapabilities, allowedCapabilities.
void fill_capabilities(Trial& trial, const Spot& spot);
void check_capabilities(Trial& trial, const Spot& spot);

/// allowPrivilegedContainer, allowPrivilegeEscalation and its default, readOnlyRootFilesystem.
void fill_privileges(Trial& trial, const Spot& spot);
void check_privileged(Trial& trial, const Spot& spot);
void check_read_only_root(Trial& trial, const Spot& spot);
void check_escalation(Trial& trial, const Spot& spot);

/// allowHostNetwork, allowHostPID, allowHostIPC, userNamespaceLevel: named for the pod and, but for the last, again for each
/// container. allowHostPorts: the ports of all containers are named under each.
void check_host(Trial& trial);
void check_host(Trial& trial, const Spot& spot);

/// forbiddenSysctls, allowedUnsafeSysctls.
void check_sysctls(Trial& trial);

/// volumes, allowedFlexVolumes.
void check_volumes(Trial& trial);

}  // namespace railhead::manifest::scc
