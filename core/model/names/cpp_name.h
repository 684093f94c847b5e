// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace kernline {

struct CppName;

/// One step of a qualified name: `vectorized_elementwise_kernel<4, …>(…)`. Views point into the parsed text.
struct CppNamePart {
  enum class Kind { Identifier, AnonymousNamespace, CallOperator, Lambda };
  Kind kind = Kind::Identifier;
  std::string_view name;
  std::vector<CppName> arguments;   ///< template arguments
  std::vector<CppName> parameters;  ///< parameter types of a lambda; those of functions are skipped
  bool isCalled = false;            ///< a parameter list follows
};

/// A demangled C++ entity, as the template argument or function that it is: return types, qualifiers and
/// punctuation are gone.
struct CppName {
  std::vector<CppNamePart> parts;  ///< outermost first
  bool isLiteral = false;          ///< a number, a bool, an enumerator by its cast
  bool isPointer = false;
};

/// Reads what demanglers print (binutils, LLVM and nvcc spell lambdas and unnamed namespaces in ways of their own).
/// Never fails: brackets that do not match and unknown punctuation are stepped over. Linear; templates nested deeper
/// than 64 are skipped.
[[nodiscard]] CppName parseCppName(std::string_view text);

}  // namespace kernline
