// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/blocks_header.h"

namespace kernline::recorder {

const char* blocksHeaderText() {
  return
#include "kernline_blocks.inc"
      ;
}

}  // namespace kernline::recorder
