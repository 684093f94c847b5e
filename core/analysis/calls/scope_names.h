// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline {

/// What part of a training step work is for.
enum class WorkPhase : std::uint8_t {
  Forward,  ///< everything that is neither of the others
  Backward,
  Optimizer,
};
inline constexpr std::size_t workPhaseCount = 3;

/// What tells which module a call is in.
enum class ModuleSource : std::uint8_t {
  None,         ///< nothing does
  Modules,      ///< calls of nn.Module, which torch.profiler records with Python stacks
  Annotations,  ///< ranges of a user, where there are no such calls
};

/// `none`, `modules`, `annotations` as the command line spells them.
[[nodiscard]] std::string_view toText(ModuleSource source);

/// What the names of spans say of modules and phases. In a trace without calls of nn.Module annotations are its
/// modules, but for steps, communication, and what names a phase.
class ScopeNames {
 public:
  explicit ScopeNames(const Trace& trace);

  [[nodiscard]] ModuleSource source() const { return m_source; }
  [[nodiscard]] bool isModule(SpanId span) const;
  /// The phase that a span begins, with all that is in it.
  [[nodiscard]] std::optional<WorkPhase> phaseOf(SpanId span) const;

 private:
  enum class Role : std::uint8_t { None, Module, Backward, Optimizer };

  /// What names say, by name, of spans of one kind.
  using Roles = std::vector<std::optional<Role>>;

  [[nodiscard]] static Role roleOfFunction(std::string_view name);
  [[nodiscard]] static Role roleOfAnnotation(std::string_view name);
  [[nodiscard]] static Role roleOfOperator(std::string_view name);
  [[nodiscard]] Role roleOf(SpanId span) const;
  void look(SpanId span);

  const Trace& m_trace;
  ModuleSource m_source = ModuleSource::None;
  Roles m_functions;
  Roles m_annotations;
  Roles m_operators;
};

/// "Linear_0" of "nn.Module: Linear_0"; other names as they are.
[[nodiscard]] std::string_view moduleText(std::string_view name);

}  // namespace kernline
