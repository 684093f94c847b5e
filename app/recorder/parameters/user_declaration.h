// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/recorder/parameters/failure.h"
#include "app/recorder/parameters/values.h"

namespace kernline::recorder {

/// Declarations in the user's own .cu file about its kernel, in comments that start with `// kernline:`. See
/// USER_KERNELS.md.
struct UserDeclaration {
  struct Argument {
    enum class Kind : std::uint8_t { in, out, inout, value };

    Kind kind = Kind::value;
    std::string name;
    std::string type;
    std::string expression;  // number of elements of a buffer; number of a float value
    int line = 0;
  };

  std::string kernel;
  std::vector<Parameter> parameters;
  std::vector<std::string> defines;  // the parameters that the compiler gets as macros too
  std::vector<Argument> arguments;   // order of the kernel's arguments
  std::vector<std::string> grid;     // expressions, one to three
  std::vector<std::string> block;
  std::string sharedBytes = "0";
  std::string bytes;  // bytes of the algorithm; empty for all buffers once and those of `inout` twice
  std::string flops = "0";
  std::map<std::uint32_t, std::string> phases;  // names for the numbers of KERNLINE_MARK
};

/// A declaration that is wrong, and where.
class DeclarationFailure : public Failure {
 public:
  DeclarationFailure(const std::string& sentence, int line) : Failure(ExitCode::wrongUsage, sentence), m_line(line) {}

  int line() const { return m_line; }

 private:
  int m_line;
};

UserDeclaration userDeclaration(std::string_view source);

/// The value of an expression over a run's parameters.
std::int64_t evaluateWith(const Values& values, std::string_view expression);

}  // namespace kernline::recorder
