// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/input.h"
#include "core/model/base/source_text.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace kernline {

/// A text that is a string.
class StringText final : public SourceText {
 public:
  explicit StringText(std::string text) : m_text(std::move(text)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_text.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override {
    return offset < m_text.size() ? m_text.substr(offset, length) : std::string{};
  }
  [[nodiscard]] std::string_view view() const { return m_text; }

 private:
  std::string m_text;
};

/// A text in memory as an input, for tests and fuzzing.
[[nodiscard]] inline std::shared_ptr<Input> inputOf(std::string text) {
  const auto held = std::make_shared<StringText>(std::move(text));
  auto input = std::make_shared<Input>();
  input->path = "(memory)";
  input->storedBytes = held->size();
  input->mapped = held->view();
  input->text = held;
  return input;
}

}  // namespace kernline
