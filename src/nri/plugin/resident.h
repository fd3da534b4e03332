#pragma once

namespace railhead::nri {

/// Gives back what the program's start took and its loop does not need: freed memory, and the pages of the program itself that
/// setting up every command has touched. What is needed of those comes back from the file by itself.
void forget_start();

}  // namespace railhead::nri
