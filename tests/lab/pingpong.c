/* Two ranks send a message to and fro over MPI, and say on stdout who they were: lines that `record` could have written.
 *
 * usage: pingpong      under mpirun, with two ranks
 *
 * Each message is filled anew and looked at where it comes in, so that what is counted has arrived. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { small = 64, large = 1 << 20, small_trips = 100, large_trips = 4 };

/* Who a rank is; both ranks tell it, rank 0 prints it. */
struct identity {
  long long uid, memlock, node;
};

static unsigned char* buffer;

static void fill(size_t size, int seed) {
  for (size_t i = 0; i < size; ++i) buffer[i] = (unsigned char)(i * 7 + (size_t)seed);
}

static void look(size_t size, int seed) {
  for (size_t i = 0; i < size; ++i)
    if (buffer[i] != (unsigned char)(i * 7 + (size_t)seed)) {
      fprintf(stderr, "pingpong: byte %zu of message %d is wrong\n", i, seed);
      MPI_Abort(MPI_COMM_WORLD, 3);
    }
}

/* The other rank sends back what it made of the message: the next seed. */
static void trips(int rank, int count, int size) {
  for (int trip = 0; trip < count; ++trip) {
    if (rank == 0) {
      fill((size_t)size, trip);
      MPI_Send(buffer, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Recv(buffer, size, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    look((size_t)size, rank == 0 ? trip + 1 : trip);
    if (rank == 1) {
      fill((size_t)size, trip + 1);
      MPI_Send(buffer, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  }
}

static struct identity own_identity(void) {
  struct rlimit limit = {0, 0};
  getrlimit(RLIMIT_MEMLOCK, &limit);
  const char* node = getenv("NODE");
  return (struct identity){(long long)geteuid(), limit.rlim_cur == RLIM_INFINITY ? -1 : (long long)limit.rlim_cur,
                           node ? atoll(node) : -1};
}

static void print_identity(int rank, const struct identity* of) {
  printf("rank%d.uid %lld\nrank%d.node %lld\n", rank, of->uid, rank, of->node);
  if (of->memlock < 0)
    printf("rank%d.memlock unlimited\n", rank);
  else
    printf("rank%d.memlock %lld\n", rank, of->memlock);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  buffer = malloc(large);
  if (ranks != 2 || buffer == NULL) MPI_Abort(MPI_COMM_WORLD, 2);
  struct identity own = own_identity(), all[2];
  MPI_Gather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, 0, MPI_COMM_WORLD);
  trips(rank, small_trips, small);
  trips(rank, large_trips, large);
  if (rank == 0) {
    print_identity(0, &all[0]);
    print_identity(1, &all[1]);
    printf("round_trips %d\nbytes_each_way %d\n", small_trips + large_trips, small_trips * small + large_trips * large);
  }
  MPI_Finalize();
  return 0;
}
