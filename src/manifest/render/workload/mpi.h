#pragma once

#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// spec of an MPIJob (kubeflow.org/v2beta1): a launcher that runs mpirun, and workers that run sshd.
Tree mpi_spec(const Plan& plan);

}  // namespace railhead::manifest::render
