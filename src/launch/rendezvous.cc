#include "launch/rendezvous.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

// Who says what (names that are set in the pod or by the launcher):
//   LeaderWorkerSet   LWS_LEADER_ADDRESS, LWS_GROUP_SIZE, LWS_WORKER_INDEX                       (its API documentation)
//   PyTorchJob        PET_NNODES, PET_NODE_RANK, PET_MASTER_ADDR, PET_MASTER_PORT; older: RANK, WORLD_SIZE beside MASTER_ADDR
//   Indexed Job       JOB_COMPLETION_INDEX; the host name is JOB-INDEX                           (kubernetes.io, Indexed Job)
//   JobSet            the same, with host names SET-JOB-INDEX-INDEX and the subdomain of the set (jobset.sigs.k8s.io)
//   StatefulSet       the host name is SET-ORDINAL; apps.kubernetes.io/pod-index is a label, no variable
//   Slurm             SLURM_NODEID, SLURM_NNODES, SLURM_JOB_NODELIST, SLURM_PROCID, SLURM_NTASKS, SLURM_LOCALID
//   Open MPI          OMPI_COMM_WORLD_RANK, _SIZE, _LOCAL_RANK; PMI: PMI_RANK, PMI_SIZE, MPI_LOCALRANKID
namespace railhead::launch {
namespace {

constexpr unsigned kDefaultPort = 29500;  // torch.distributed's own

class Reader {
 public:
  explicit Reader(const Clues& clues) : clues_(clues) {}

  std::string text(const char* name) const {
    const auto found = clues_.environ.find(name);
    return found == clues_.environ.end() ? "" : found->second;
  }
  bool has(const char* name) const { return !text(name).empty(); }

  /// The first of the variables that is set; one that is no number is an error, for what follows would be wrong.
  std::optional<Sourced<unsigned>> number(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      const std::string value = text(name);
      if (value.empty()) continue;
      const std::optional<std::uint64_t> read = base::unsigned_number(value);
      if (read && *read <= 0xffffffff) return Sourced<unsigned>{static_cast<unsigned>(*read), name};
      if (!error_)
        error_ = base::Error{
            .code = base::Code::usage,
            .message = base::format("{} is '{}', which is not a number", name, base::printable(value.substr(0, 80)))};
    }
    return std::nullopt;
  }

  std::optional<Sourced<std::string>> name(std::initializer_list<const char*> names) const {
    for (const char* each : names)
      if (has(each)) return Sourced<std::string>{text(each), each};
    return std::nullopt;
  }

  const Clues& clues() const { return clues_; }
  const std::optional<base::Error>& error() const { return error_; }

 private:
  const Clues& clues_;
  std::optional<base::Error> error_;
};

/// The subdomain under which the pods of this one's set are found: "trainer" where /etc/hosts names this host
/// "trainer-0.trainer.team-a.svc.cluster.local". Empty without one. The kubelet writes that line (pkg/kubelet/kubelet_pods.go).
std::string subdomain_of(const Clues& clues) {
  for (const std::string_view line : base::lines(clues.hosts)) {
    const std::vector<std::string_view> words = base::words(line.substr(0, line.find('#')));
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (!words[i].starts_with(clues.hostname + ".")) continue;
      const std::string_view rest = words[i].substr(clues.hostname.size() + 1);
      if (rest.find(".svc.") != std::string_view::npos) return std::string(rest.substr(0, rest.find('.')));
    }
  }
  return "";
}

/// The pod of index 0 beside this one, in the words of the cluster's DNS.
std::optional<Sourced<std::string>> first_pod(const Clues& clues, const std::string& base_name) {
  const std::string subdomain = subdomain_of(clues);
  if (subdomain.empty()) return std::nullopt;
  return Sourced<std::string>{base::format("{}-0.{}", base_name, subdomain), "the headless service in /etc/hosts"};
}

void from_leader_worker_set(Reader& read, Rendezvous& found) {
  found.scheduler = "LeaderWorkerSet";
  found.node_rank = read.number({"LWS_WORKER_INDEX"});
  found.nodes = read.number({"LWS_GROUP_SIZE"});
  found.master_addr = read.name({"LWS_LEADER_ADDRESS"});
}

void from_pytorch_job(Reader& read, Rendezvous& found) {
  found.scheduler = "PyTorchJob";
  found.node_rank = read.number({"PET_NODE_RANK"});
  // "1:4" asks torchrun for an elastic job: there is no one number then.
  if (read.text("PET_NNODES").find(':') == std::string::npos) found.nodes = read.number({"PET_NNODES"});
  found.master_addr = read.name({"PET_MASTER_ADDR"});
  found.master_port = read.number({"PET_MASTER_PORT"});
}

void from_indexed_job(Reader& read, Rendezvous& found) {
  const Clues& clues = read.clues();
  found.node_rank = read.number({"JOB_COMPLETION_INDEX"});
  const std::optional<Ordinal> own = ordinal_of(clues.hostname);
  if (!own) {
    found.scheduler = "Indexed Job";
    return;
  }
  // A JobSet's pods are SET-JOB-JOBINDEX-PODINDEX below the subdomain SET, so that the name goes on with it.
  const std::string subdomain = subdomain_of(clues);
  const bool set = !subdomain.empty() && own->base.starts_with(subdomain + "-") && ordinal_of(own->base).has_value();
  found.scheduler = set ? "JobSet" : "Indexed Job";
  found.master_addr = first_pod(clues, own->base);
}

/// A Deployment's pods have host names that end in letters and digits, which may be digits alone: without a headless service in
/// /etc/hosts the number at the end means nothing.
void from_stateful_set(Reader& read, Rendezvous& found) {
  const std::optional<Ordinal> own = ordinal_of(read.clues().hostname);
  if (!own || subdomain_of(read.clues()).empty()) return;
  found.scheduler = "StatefulSet";
  found.node_rank = Sourced<unsigned>{own->number, "the ordinal of " + read.clues().hostname};
  found.master_addr = first_pod(read.clues(), own->base);
}

void from_slurm(Reader& read, Rendezvous& found) {
  found.scheduler = "Slurm";
  found.node_rank = read.number({"SLURM_NODEID"});
  found.nodes = read.number({"SLURM_NNODES", "SLURM_JOB_NUM_NODES"});
  for (const char* name : {"SLURM_JOB_NODELIST", "SLURM_NODELIST"}) {
    const std::optional<std::string> host = first_host(read.text(name));
    if (host && !found.master_addr) found.master_addr = Sourced<std::string>{*host, base::format("the first host of {}", name)};
  }
  if (!read.has("SLURM_PROCID") || read.text("SLURM_NTASKS") == read.text("SLURM_NNODES")) return;
  found.rank = read.number({"SLURM_PROCID"});
  found.world_size = read.number({"SLURM_NTASKS"});
  found.local_rank = read.number({"SLURM_LOCALID"});
}

/// mpirun says nothing of the node's number, and nothing of an address: each process is a rank of its own.
void from_mpi(Reader& read, Rendezvous& found, const char* scheduler, std::initializer_list<const char*> rank,
              std::initializer_list<const char*> size, std::initializer_list<const char*> local) {
  found.scheduler = scheduler;
  found.rank = read.number(rank);
  found.world_size = read.number(size);
  found.local_rank = read.number(local);
}

void from_scheduler(Reader& read, Rendezvous& found) {
  if (read.has("OMPI_COMM_WORLD_RANK"))
    return from_mpi(read, found, "Open MPI", {"OMPI_COMM_WORLD_RANK"}, {"OMPI_COMM_WORLD_SIZE"},
                    {"OMPI_COMM_WORLD_LOCAL_RANK"});
  if (read.has("SLURM_JOB_ID") && read.has("SLURM_NODEID")) return from_slurm(read, found);
  if (read.has("PMI_RANK")) return from_mpi(read, found, "PMI", {"PMI_RANK"}, {"PMI_SIZE"}, {"MPI_LOCALRANKID"});
  if (read.has("LWS_WORKER_INDEX")) return from_leader_worker_set(read, found);
  if (read.has("PET_NODE_RANK")) return from_pytorch_job(read, found);
  if (read.has("JOB_COMPLETION_INDEX")) return from_indexed_job(read, found);
  from_stateful_set(read, found);
}

/// What is set already wins over what was found out.
void prefer_user(Reader& read, Rendezvous& found) {
  if (auto set = read.number({"NODE_RANK", "GROUP_RANK"})) found.node_rank = set;
  if (auto set = read.number({"NNODES"})) found.nodes = set;
  if (auto set = read.name({"MASTER_ADDR"})) found.master_addr = set;
  if (auto set = read.number({"MASTER_PORT"})) found.master_port = set;
}

void prefer_given(const Given& given, Rendezvous& found) {
  if (given.node_rank) found.node_rank = Sourced<unsigned>{*given.node_rank, "--node-rank"};
  if (given.nodes) found.nodes = Sourced<unsigned>{*given.nodes, "--nnodes"};
  if (!given.master_addr.empty()) found.master_addr = Sourced<std::string>{given.master_addr, "--master-addr"};
  if (given.master_port) found.master_port = Sourced<unsigned>{*given.master_port, "--master-port"};
}

base::Result<void> consistent(const Rendezvous& found) {
  const auto wrong = [](std::string message) {
    return std::unexpected(base::Error{.code = base::Code::usage, .message = std::move(message)});
  };
  if (found.nodes && found.nodes->value == 0) return wrong(base::format("{}: there is no job of 0 nodes", found.nodes->source));
  if (found.node_rank && found.nodes && found.node_rank->value >= found.nodes->value)
    return wrong(base::format("node rank {} ({}) is not below the number of nodes, {} ({})", found.node_rank->value,
                              found.node_rank->source, found.nodes->value, found.nodes->source));
  if (found.master_port && (found.master_port->value == 0 || found.master_port->value > 65535))
    return wrong(base::format("{}: {} is not a port (1 to 65535)", found.master_port->source, found.master_port->value));
  return {};
}

}  // namespace

base::Result<Rendezvous> rendezvous(const Clues& clues, const Given& given) {
  Reader read(clues);
  Rendezvous found;
  from_scheduler(read, found);
  prefer_user(read, found);
  if (read.error()) return std::unexpected(*read.error());
  prefer_given(given, found);
  if (found.master_addr && !found.master_port) found.master_port = Sourced<unsigned>{kDefaultPort, "torch's default"};
  if (auto good = consistent(found); !good) return std::unexpected(good.error());
  return found;
}

std::vector<Exported> exports(const Rendezvous& found, const Variables& environ) {
  std::vector<Exported> all;
  const auto add = [&](const char* name, const auto& sourced, const auto& words) {
    if (sourced && (!environ.contains(name) || sourced->source.starts_with("--")))
      all.push_back({name, words(sourced->value), sourced->source});
  };
  const auto number = [](unsigned value) { return std::to_string(value); };
  add("LOCAL_RANK", found.local_rank, number);
  add("MASTER_ADDR", found.master_addr, [](const std::string& value) { return value; });
  if (found.master_addr) add("MASTER_PORT", found.master_port, number);
  add("NNODES", found.nodes, number);
  add("NODE_RANK", found.node_rank, number);
  add("RANK", found.rank, number);
  add("WORLD_SIZE", found.world_size, number);
  return all;
}

}  // namespace railhead::launch
