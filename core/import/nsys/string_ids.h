// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sqlite/text_table.h"

namespace kernline::nsys {

/// The texts that events refer to by number.
using StringIds = sqlite::TextTable;

}  // namespace kernline::nsys
