// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kernline {

/// Touching a page of a mapped file that was cut shorter meanwhile (as by a training run that exports its trace again)
/// kills the process with SIGBUS. Inside guarded mappings such a page reads as zeros instead; a SIGBUS from anywhere
/// else goes where it went before. At most 64 mappings are guarded at a time, further ones are not.
void guardMapping(std::string_view mapping);
void releaseGuard(std::string_view mapping);

}  // namespace kernline
