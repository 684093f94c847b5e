// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/freed_memory.h"

#include <malloc.h>

namespace kernline {

void giveBackFreedMemory() {
  ::malloc_trim(0);
}

}  // namespace kernline
