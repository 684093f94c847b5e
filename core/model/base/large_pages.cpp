// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/large_pages.h"

#include <sys/mman.h>

namespace kernline {

void askForLargePages(void* memory, std::size_t bytes) {
  ::madvise(memory, bytes, MADV_HUGEPAGE);
}

}  // namespace kernline
