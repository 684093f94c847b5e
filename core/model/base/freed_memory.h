// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kernline {

/// Gives the system what this process has freed and would keep for itself.
void giveBackFreedMemory();

}  // namespace kernline
