#pragma once

#include <string>
#include <string_view>

/// What must not leave the machine in an output or a snapshot.
namespace railhead::facts {

/// True for names that look like those of passwords, tokens and keys; the case does not matter.
bool is_secret_name(std::string_view name);

/// The command line with the values of secrets replaced by "[removed]": those whose key speaks of a password, token, key,
/// secret or credential, and what stands before an @ in any value (user:password@host). A text already treated stays as it is.
std::string without_secrets(std::string_view command_line);

/// The same for one NAME=VALUE, and for the options inside VALUE (rootflags=user=me,pass=word).
std::string without_secret(std::string_view pair);

}  // namespace railhead::facts
