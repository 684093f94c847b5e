// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::recorder {

struct DisassembledInstruction {
  std::string text;  ///< "FFMA R4, R2, R3, R4"
  std::string file;  ///< empty if no line is known
  std::uint32_t line = 0;
};

/// The instructions of functions by their mangled names, and of each by the bytes from its first.
using Disassembly = std::map<std::string, std::map<std::uint64_t, DisassembledInstruction>, std::less<>>;

/// Parses the output of nvdisasm or cuobjdump.
[[nodiscard]] Disassembly disassemblyOf(std::string_view printed);

/// Disassembles with the tools of a CUDA toolkit, where one is on this machine.
class Disassembler {
 public:
  /// Sets the time limit of all its requests together.
  explicit Disassembler(std::chrono::milliseconds timeLimit);

  [[nodiscard]] bool isAvailable() const { return !m_nvdisasm.empty() || !m_cuobjdump.empty(); }
  /// Disassembles functions of a file, by the numbers of their symbols. Empty if the tools fail or the time is over.
  [[nodiscard]] Disassembly disassemble(const std::string& file, const std::vector<std::uint32_t>& functions) const;

 private:
  [[nodiscard]] std::string run(const std::vector<std::string>& command) const;

  std::chrono::steady_clock::time_point m_end;
  std::string m_nvdisasm;  // path; empty if not installed
  std::string m_cuobjdump;
};

/// Returns a program's output until `end`, at most 256 MiB; empty if it fails or takes longer.
[[nodiscard]] std::string outputOf(const std::vector<std::string>& command, std::chrono::steady_clock::time_point end);

}  // namespace kernline::recorder
