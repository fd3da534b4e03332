#include "cli/commands.h"
namespace railhead::cli { int run(int, char**) { return 0; } }
