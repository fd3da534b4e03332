#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

/// Which node of the job this is, and where the nodes meet: from the command line, what the user set, or what the scheduler
/// says. Pure.
namespace railhead::launch {

using Variables = std::map<std::string, std::string, std::less<>>;

/// What the answer may be read from. `hosts` is the text of /etc/hosts: a pod with a subdomain has its full name there.
struct Clues {
  const Variables& environ;
  std::string hostname;
  std::string hosts;
};

/// --node-rank, --nnodes, --master-addr, --master-port.
struct Given {
  std::optional<unsigned> node_rank = {};
  std::optional<unsigned> nodes = {};
  std::string master_addr = {};
  std::optional<unsigned> master_port = {};
};

/// A value and where it is from: "JOB_COMPLETION_INDEX", "the ordinal of trainer-3", "--nnodes".
template <class T>
struct Sourced {
  T value;
  std::string source;
};

/// What is not known is absent. `scheduler`: "StatefulSet", "Indexed Job", "JobSet", "LeaderWorkerSet", "PyTorchJob", "Slurm",
/// "Open MPI", "PMI"; empty when nothing hints at one.
struct Rendezvous {
  std::string scheduler = {};
  std::optional<Sourced<unsigned>> node_rank = {};
  std::optional<Sourced<unsigned>> nodes = {};
  std::optional<Sourced<std::string>> master_addr = {};
  std::optional<Sourced<unsigned>> master_port = {};
  /// For one process of a launcher that starts every rank itself (mpirun, srun): its place among all.
  std::optional<Sourced<unsigned>> rank = {};
  std::optional<Sourced<unsigned>> world_size = {};
  std::optional<Sourced<unsigned>> local_rank = {};
};

/// The command line first, then what the user set (NODE_RANK, NNODES, MASTER_ADDR, MASTER_PORT), then the scheduler. Errors
/// (`usage`): a value that is not a number where one has to be, a node rank that is not below the number of nodes.
base::Result<Rendezvous> rendezvous(const Clues& clues, const Given& given);

/// A variable to be set for the program, with its reason.
struct Exported {
  std::string name;
  std::string value;
  std::string reason;
};

/// NODE_RANK, NNODES, MASTER_ADDR, MASTER_PORT, and RANK, WORLD_SIZE, LOCAL_RANK of a single process: those that are known and
/// not in `environ` already. The port goes only with an address.
std::vector<Exported> exports(const Rendezvous& rendezvous, const Variables& environ);

/// The first name of a Slurm host list: "gpu[03-05,9],cpu1" gives "gpu03"; nothing for what is not one.
std::optional<std::string> first_host(std::string_view list);

/// "trainer" and 3 of "trainer-3"; nothing where the name does not end in a number.
struct Ordinal {
  std::string base;
  unsigned number = 0;
};
std::optional<Ordinal> ordinal_of(std::string_view hostname);

}  // namespace railhead::launch
