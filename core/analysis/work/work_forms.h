// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/graphs/replayed_ops.h"
#include "core/analysis/work/collective_work.h"
#include "core/analysis/work/gradient_lists.h"
#include "core/analysis/work/work_model.h"
#include "core/analysis/work/work_rules.h"
#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kernline {

/// Finds the form of calls, as its number; each form is modeled once. Callable from any thread.
class WorkForms {
 public:
  /// Numbers the forms of device activity of `trace`.
  WorkForms(const Trace& trace, const WorkRules& rules) : m_trace(trace), m_rules(rules) {}

  /// Adds a name; call it first for each device activity.
  void addName(StringId name);
  /// Returns the form of an operator of `trace` that launched `first` of its work. Lists whose shapes are not recorded
  /// are `list`.
  std::uint32_t ofOp(const Trace& trace, SpanId op, SpanId first, const GradientLists::List* list = nullptr);
  /// Returns the element type of the lists that it works on, by the name of its kernel; empty if unknown.
  [[nodiscard]] const std::string& listTypeOf(SpanId activity) const;
  /// Returns the form of an operator captured with other shapes in another capture that fits as well.
  std::uint32_t ofUnknownShapes(const CapturedOp& captured);
  /// Returns the form of device activity without an operator.
  std::uint32_t ofWork(SpanId activity);
  /// Returns the form of a communication kernel launched by `op`, or by SpanId::none.
  std::uint32_t ofCollective(SpanId op, SpanId activity, const std::expected<CollectiveWork, Message>& known);

  [[nodiscard]] bool haveSameNeeds(std::uint32_t a, std::uint32_t b);
  /// Only while no forms are looked up.
  [[nodiscard]] bool isModeled(std::uint32_t form) const { return m_forms[form].needs.rule != nullptr; }
  [[nodiscard]] std::vector<WorkForm> take() { return std::move(m_forms); }

 private:
  /// The text that distinguishes calls of one name. These texts are long, and calls of many names share them.
  struct Text {
    std::string text;
    std::size_t hash = 0;

    bool operator==(const Text& other) const { return text == other.text; }
  };
  /// Name of the operator or the activity, and number of the text.
  struct Key {
    std::string_view name;
    std::uint32_t text = 0;
    std::size_t hash = 0;

    bool operator==(const Key& other) const { return text == other.text && name == other.name; }
  };
  struct Hash {
    std::size_t operator()(const auto& key) const { return key.hash; }
  };
  /// Threads that look for different things seldom wait for each other.
  template <typename Thing>
  struct Part {
    std::mutex mutex;
    std::unordered_map<Thing, std::uint32_t, Hash> numbers;
  };

  template <typename Make>
  std::uint32_t number(std::string_view name, std::string rest, const Make& make);
  std::uint32_t numberOfText(std::string text);

  const Trace& m_trace;
  const WorkRules& m_rules;
  std::vector<std::optional<std::string>> m_listTypes;  // indexed by name of device activity
  std::array<Part<Text>, 64> m_texts;
  std::atomic<std::uint32_t> m_textCount = 0;
  std::array<Part<Key>, 64> m_parts;
  std::mutex m_mutex;  // guards m_forms
  std::vector<WorkForm> m_forms;
};

}  // namespace kernline
