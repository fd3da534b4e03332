#include "cli/commands.h"

int main(int argc, char** argv) { return railhead::cli::run(argc, argv); }
