// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kernline {

/// The source of the module that a call is in.
enum class ModuleSource : std::uint8_t {
  None,         ///< no scope does
  Modules,      ///< calls of nn.Module, which torch.profiler records with Python stacks
  Annotations,  ///< ranges of a user, where there are no such calls
};

/// `none`, `modules`, `annotations` as the command line spells them.
[[nodiscard]] std::string_view toText(ModuleSource source);

/// Modules by the names of spans. In a trace without calls of nn.Module annotations are its modules, but for steps,
/// communication, and what names a phase.
class ScopeNames {
 public:
  explicit ScopeNames(const Trace& trace);

  [[nodiscard]] ModuleSource source() const { return m_source; }
  [[nodiscard]] bool isModule(SpanId span) const;

 private:
  /// Whether names are those of modules, by name, of spans of one kind.
  using Known = std::vector<std::optional<bool>>;

  void look(SpanId span);

  const Trace& m_trace;
  ModuleSource m_source = ModuleSource::None;
  Known m_functions;
  Known m_annotations;
};

/// "Linear_0" of "nn.Module: Linear_0"; other names as they are.
[[nodiscard]] std::string_view moduleText(std::string_view name);

}  // namespace kernline
