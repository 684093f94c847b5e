// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/help.h"

namespace kernline::recorder {

namespace {

constexpr std::string_view recordHelp = R"(Record the GPU activity of a program.

Usage:
  kernline record [--delay S] [--duration S] [--counters[=SET] | --profile REGEX | --source[=CYCLES]]
                  [--torch=WHAT] [--calls LEVEL] [-o FILE | --to -] -- PROGRAM ARGUMENT...
  kernline record --arm | --steps A..B | --when CONDITION [--keep LIMITS] [options] -- PROGRAM...
  kernline record fire [PID|NAME] [--duration S]
  kernline record attach PID
  kernline record list [FILE.cu] [--json]
  kernline record run KERNEL|FILE.cu [options]
  kernline record ceilings [--device N] [--no-keep] [--json]
  kernline record doctor [--json]

Recording a program (any CUDA program, with its child processes):
  --delay S          start S seconds after the program (2.5, 300ms)
  --duration S       stop after S seconds; the program continues
  --counters[=SET]   also sample what the GPUs do: a set (basic, memory, links, all), counters with
                     commas (sm, tensor, occupancy, dram-read, dram-write, l2, pcie-read,
                     pcie-write, nvlink-in, nvlink-out, clock), or metrics of CUPTI's PM sampling.
                     Needs CUDA 12.6, and administrator rights if doctor asks for them
  --every T          time between samples (default 100us, at least 10us)
  --profile REGEX    count what kernels of these names do (some 30 ms a launch)
  --launches N       of each kernel the first N launches (default 3)
  --metrics SET      what: basic, memory, or metrics of CUPTI with commas that fit one pass
  --source[=CYCLES]  also sample which instructions warps are at and why they stall, every CYCLES of
                     a multiprocessor (a power of two, default 4096); kernline source shows it.
                     The recording then holds the text of source files that have lines in kernels.
                     Only one of --counters, --profile and --source: the GPU does one at a time
  --torch=WHAT       record PyTorch: off, or a comma-separated list of ops (operators), shapes
                     (operators with shapes, types and scalars; default), modules (calls of
                     nn.Module by path; adds hooks to the program) and stacks (Python stacks of
                     any program in Python, 1,000 a second)
  --calls LEVEL      calls of CUDA to record: all (default), launches (that launch work or wait) or
                     none (GPU activity alone, not attributed to operators)
  -o, --output FILE  write the recording, a Chrome trace, to FILE
                     (default: PROGRAM-DATE-TIME.json)
  --to -             write the recording to standard output, and the standard output of the
                     program to standard error:
                     ssh box kernline record --to - -- python train.py | kernline -
  Signals to the recorder: USR1 stops the recording, the program continues; INT, TERM and
  HUP are passed to the program, and the recording ends with it.
  torch.profiler in a recorded program sees no GPU work: CUPTI supports one profiler at a time.

Recording later (without --keep nothing is recorded, and nothing costs time, until then):
  --arm              record when fire asks, or at a USR2 signal to the recorder: for --duration
                     (default 10 s) into FILE, then FILE-2, ... Programs stand by once they use CUDA
  --steps A..B       record steps A to B, as the program's first torch.optim optimizer counts them
  --when CONDITION   record by itself; repeat it for several conditions:
                     "step > 1.3*median"  a step is slow against the 100 before
                     exception            a Python exception ends the program or a thread, a signal
                                          ends the program, or (from Python 3.12) an exception
                                          leaves the functions around optimizer.step()
                     oom                  PyTorch or a CUDA call finds no memory
                     "idle > 30%"         a GPU is idle for that share of the time kept
  --keep LIMITS      record all the time, and write the last seconds before the moment too:
                     10s, 256MB, or both as 10s,256MB. Costs what recording costs. The default is
                     10s,1GB for exception, oom and idle, and nothing for the others
  --delay S          with --keep and --when: conditions count S seconds after the start
  --windows N        recordings at most (default: 1 for each condition and for --steps, else any
                     number)
  fire [PID|NAME]    have the armed recorder record: the only one, or that of a process or program
  attach PID         the same; CUDA lets no recorder into a program that was not started armed

Bundled and custom kernels:
  list               list the kernels with their parameters and presets; for FILE.cu, its
                     declarations
  run KERNEL         check and time a kernel and record its timeline. In FILE.cu, comments
                     declare the launch; see the page Benchmark a kernel
  --set NAME=VALUE   set a parameter      --sweep NAME=V1,V2,...  run once per value
  --tune NAME=V1,V2,...  find the fastest combination: slow ones are stopped early, what fails is
                     listed, and only the best is recorded
  --samples N        number of samples    --noise 0.005           or sample until this noise
  --time-limit S     or for this long     --l2 flush|warm         L2 cache before each sample
  --device N         GPU to use           -o FILE, --no-timeline  the recording, or none
  --counters[=SET], --every T             sample what the GPU does, into the recording; see above
  --no-ceilings                           do not measure the peak rates of the device
  --blocks           also record the blocks of one launch: SM, start, end. A custom kernel records
                     them with KERNLINE_BLOCK() of kernline_blocks.cuh
  --profile                               count what the kernel does, in some 20 further launches
  --source[=CYCLES]                       sample source lines and instructions, in further launches
  --counters, --blocks, --profile and --source may be combined: they run one after the other
  --json, --progress json                 output for other programs

ceilings measures the rates that this GPU reaches: memory copy, L2, matrix products of each type, empty
kernels. It takes less than a minute. The figures are saved in ~/.config/kernline/devices.txt. They replace the
datasheet's in the roofline of traces of such GPUs. --no-keep only prints them.

doctor checks whether this machine can record. If not, it shows the cause and what to do.

The exit code is that of the program, or 128 + the signal that ended it. It is 126 or 127 if the
program cannot be started. Exit codes of the other commands:
  0  success
  1  unusable input, or output that cannot be written
  2  wrong usage
  3  no usable GPU, driver or CUPTI
  4  the kernel of record run failed
)";

}  // namespace

std::string_view helpText() {
  return recordHelp;
}

}  // namespace kernline::recorder
