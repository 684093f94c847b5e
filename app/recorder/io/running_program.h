// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>

namespace kernline::recorder {

/// Explains why a running process that no armed recorder has started cannot be recorded, and what to do: a sentence
/// without its dot.
std::string whyNotRecordable(pid_t process);

}  // namespace kernline::recorder
