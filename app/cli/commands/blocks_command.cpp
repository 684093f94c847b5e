// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/answers/blocks_answer.h"
#include "app/cli/commands/commands.h"
#include "core/analysis/blocks/block_figures.h"
#include "core/analysis/blocks/kernel_blocks.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace kernline::cli {

namespace {

constexpr const char* blocksExamples =
    R"(One row per launch with recorded blocks. Record them with kernline record run KERNEL --blocks -o FILE. Your own FILE.cu
needs KERNLINE_BLOCK() of kernline_blocks.cuh in the kernel. An SM is busy while it has a block. Shares are of the time
of all SMs from the start to the end of the kernel. Ramp is before the first block of an SM, tail after its last one.
Waves are the blocks over the most that ran at once. Imbalance is the busiest SM over the mean.

Files of Triton's Proton and FlashInfer's profiler, which trace inside of kernels, are read the same way. Proton
writes SM cycles, and they are shown as cycles. Neither records the number of SMs, so only SMs with a block count. Older
FlashInfer files do not record the SM of a block; SM figures are then left out.

If phases are marked, a second table shows their length, by warp number over all blocks. It also has the share of time
that warps wait (phases with "wait" in their names).

Examples:
  kernline blocks softmax.json
  kernline blocks softmax.json --json | jq '.launches[] | {kernel, waves, tail_ns}')";

struct BlocksOptions {
  std::string file;
  bool json = false;
};

ExitCode run(const BlocksOptions& options) {
  std::optional<LoadedFile> file = loadFile(options.file);
  if (!file) {
    return unusableInput;
  }
  FileBlocks answer{.file = std::move(*file), .launches = {}};
  const Trace& trace = *answer.file.trace;
  for (const KernelBlocks& blocks : kernelBlocks(trace)) {
    answer.launches.push_back(
        {.kernel = blocks.kernel, .figures = blockFigures(trace, blocks), .roles = warpRoles(trace, blocks)});
  }
  if (answer.launches.empty()) {
    printError(fmt::format(
        "{}: no blocks; kernline record run KERNEL --blocks -o FILE records those of a bundled kernel, or of "
        "your own .cu file with KERNLINE_BLOCK() in it; Triton's Proton and FlashInfer's profiler trace "
        "them in a program",
        printable(answer.file.path)));
    return unusableInput;
  }
  Output output(options.json ? Audience::Machine : Audience::Human);
  options.json ? writeBlocksJson(output, answer) : writeBlocksText(output, answer);
  failIfChanged(output, trace);
  return output.finish();
}

}  // namespace

void addBlocksCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command =
      program.add_subcommand("blocks", "Show how the blocks of kernels filled the SMs: waves, tail, imbalance");
  const auto options = std::make_shared<BlocksOptions>();
  command->add_option("FILE", options->file, "A recording with blocks; - reads standard input")->required();
  command->add_flag("--json", options->json, "Output as one JSON document");
  command->footer(blocksExamples);
  command->callback([options, &result] { result = run(*options); });
}

}  // namespace kernline::cli
