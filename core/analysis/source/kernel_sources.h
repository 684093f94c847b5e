// SPDX-License-Identifier: GPL-3.0-or-later
// This folder is about sampled program counters of kernels, by source line and instruction.
#pragma once

#include "core/model/log/log.h"
#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline {

/// The number of samples in which warps were in a state.
struct StateSamples {
  std::uint32_t state = 0;  ///< number in KernelSources::states
  std::uint64_t samples = 0;
};

/// An instruction and what was sampled of it.
struct SourceInstruction {
  std::uint64_t offset = 0;          ///< bytes from the function's start
  std::string text;                  ///< SASS; empty if not known
  std::uint32_t file = 0;            ///< number in KernelSources::files; without meaning if line is 0
  std::uint32_t line = 0;            ///< line number, from 1; 0 if not known
  std::uint64_t samples = 0;         ///< samples of all states
  std::vector<StateSamples> states;  ///< states that occurred, by number
};

struct SourceKernel {
  std::string name;  ///< name in the file, mangled or not
  std::uint64_t samples = 0;
  std::uint64_t periodCycles = 0;                    ///< cycles of a multiprocessor between two samples; 0 if not known
  std::uint64_t launches = 0;                        ///< number of sampled launches; 0 for those of the trace
  std::vector<SourceInstruction> instructions = {};  ///< sorted by offset
};

struct SampledFile {
  std::string path;
  std::map<std::uint32_t, std::string> lines;  ///< lines whose text is known, by number from 1
};

/// The time of kernels by instruction and source line, by sampled program counters of warps: by
/// `kernline record --source` or by Nsight Compute. Samples of a kernel are those of all its launches.
struct KernelSources {
  std::vector<std::string> states;    ///< CUPTI's words: "long_scoreboard", "selected"
  std::vector<SourceKernel> kernels;  ///< the most sampled first
  std::vector<SampledFile> files;
  std::uint64_t samples = 0;
  std::uint64_t unread = 0;  ///< events that are none

  [[nodiscard]] std::string_view lineText(std::uint32_t file, std::uint32_t line) const;
};

/// Whether a recording was made with --source; does not read any event.
[[nodiscard]] bool hasKernelSources(const Trace& trace);
/// Reads the events again from the file.
[[nodiscard]] KernelSources kernelSourcesOf(const Trace& trace);
/// Returns the sources in a report of Nsight Compute, with a kernel for each launch.
[[nodiscard]] KernelSources kernelSourcesOf(const Log& log);

/// The kernel that a trace calls so, as mangled or as whole declaration; of several the most sampled. nullopt if there
/// is none.
[[nodiscard]] std::optional<std::size_t> kernelNamed(const KernelSources& sources, std::string_view name);

/// Nsight Compute's or CUPTI's name of a metric as the state whose samples it counts; empty if it counts no state, or
/// counts it a second time, in the cycles without an issued instruction.
[[nodiscard]] std::string_view sampledState(std::string_view metric);

/// A source line of a kernel, or all its instructions of which no line is known (line 0).
struct HotLine {
  std::size_t kernel = 0;
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint64_t samples = 0;
  std::vector<StateSamples> states;  ///< most frequent first
};

/// The most sampled first; without lines that were never sampled.
[[nodiscard]] std::vector<HotLine> hotLines(const KernelSources& sources, std::span<const std::size_t> kernels);

/// Adds samples state by state.
void addStates(std::vector<StateSamples>& sums, std::span<const StateSamples> more);

/// All samples of kernels by state, most frequent first.
[[nodiscard]] std::vector<StateSamples> statesOf(const KernelSources& sources, std::span<const std::size_t> kernels);

}  // namespace kernline
