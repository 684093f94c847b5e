// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

/// Samples of one instruction.
struct SampledInstruction {
  std::map<std::uint32_t, std::uint64_t> samples;  ///< keyed by the reason's number in ProcessSamples::reasons
  std::uint32_t file = 0;                          ///< number in ProcessSamples::files; without meaning if line is 0
  std::uint32_t line = 0;                          ///< line number, from 1; 0 if no line is known
};

struct SampledFunction {
  std::string name;                                          ///< mangled
  std::uint64_t module = 0;                                  ///< its CRC, as CUPTI computes it
  std::uint32_t index = 0;                                   ///< index of its symbol in the module
  std::map<std::uint64_t, SampledInstruction> instructions;  ///< keyed by bytes from the function's start
};

/// Results of CUPTI's PC sampling in one process.
struct ProcessSamples {
  std::int64_t process = 0;
  std::uint64_t period = 0;          ///< cycles of a multiprocessor between samples
  std::vector<std::string> reasons;  ///< CUPTI's names
  std::vector<std::string> files;
  std::vector<SampledFunction> functions;
};

/// Returns true if a reason counts a warp a second time, in the cycles in which its scheduler issued no instruction.
[[nodiscard]] bool countsAgain(std::string_view reason);
/// Returns the number of samples of a function, each counted once.
[[nodiscard]] std::uint64_t sampleCount(const ProcessSamples& samples, const SampledFunction& function);

/// Formats samples as the recorded process leaves them to the recorder, in a file of its folder.
[[nodiscard]] std::string samplesText(const ProcessSamples& samples);
/// nullopt if it is no such text: a recorded program may have overwritten anything.
[[nodiscard]] std::optional<ProcessSamples> samplesOf(std::string_view text);

/// Returns the name of the file with a module's machine code, in the same folder.
[[nodiscard]] std::string moduleFileName(std::uint64_t module);

/// 12 for "4096" cycles: CUPTI samples every power of two from 32 to 2^31. nullopt for others.
[[nodiscard]] std::optional<std::uint32_t> samplingExponent(std::string_view cycles);
inline constexpr std::uint32_t defaultSamplingExponent = 12;  ///< costs a training step about 1 %

}  // namespace kernline::recorder
