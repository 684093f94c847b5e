// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/help.h"

namespace kernline::recorder {

std::string_view helpText() {
  return R"(Records what an NVIDIA GPU does, while it does it.

Usage:
  kernline record [--delay S] [--duration S] [-o FILE | --to -] -- PROGRAM ARGUMENT...
  kernline record list [FILE.cu] [--json]
  kernline record run KERNEL|FILE.cu [options]
  kernline record doctor [--json]

Recording a program (any CUDA program, its children included):
  --delay S          begin S seconds after the program (2.5, 300ms)
  --duration S       end S seconds after the beginning; the program goes on
  -o, --output FILE  the recording, a Chrome trace; PROGRAM-DATE-TIME.json without it
  --to -             the recording goes to standard output, and what the program prints
                     there goes to standard error:
                     ssh box kernline record --to - -- python train.py | kernline -
  Signals to the recorder: USR1 ends the recording and the program goes on; INT, TERM and
  HUP go to the program, and the recording ends with it.
  torch.profiler in a recorded program sees no GPU work: CUPTI serves one profiler at a time.

Kernels that come with Kernline, and your own:
  list               what there is: parameters, presets, what each shows; of FILE.cu, what it
                     declares
  run KERNEL         checks it, times it, records its timeline; FILE.cu says in comments how
                     it is launched: app/recorder/run/USER_KERNELS.md
  --set NAME=VALUE   a parameter          --sweep NAME=V1,V2,...  several runs
  --samples N        that many samples    --noise 0.005           or until the noise is below
  --time-limit S     or for that long     --l2 flush|warm         the L2 cache before a sample
  --device N         which GPU            -o FILE, --no-timeline  its recording, or none
  --no-ceilings                           without measuring what the device reaches
  --json, --progress json                 for programs that read the answer

doctor says whether recording works on this machine, and if not, why and what to do.

Exit codes: the program's own, or 128 + the signal that ended it; 0 done; 1 cannot be read or
written; 2 wrong usage; 3 no usable GPU, driver or CUPTI; 4 the kernel failed; 126, 127 the
program cannot be started.
)";
}

}  // namespace kernline::recorder
