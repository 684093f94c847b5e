// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/notebook.h"

#include "core/import/log/read_log.h"
#include "core/import/records/html_tables.h"
#include "core/import/records/whole_text.h"
#include "core/model/base/source_text.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace kernline::records {

namespace {

using chrome::findMember;
using chrome::MemberWalk;
using chrome::RawValue;

/// A text that no file has as it is.
class TextInMemory final : public SourceText {
 public:
  explicit TextInMemory(std::string text) : m_text(std::move(text)) {}
  [[nodiscard]] const std::string& text() const { return m_text; }
  [[nodiscard]] std::uint64_t size() const override { return m_text.size(); }
  [[nodiscard]] std::string read(std::uint64_t offset, std::size_t length) const override {
    return offset < m_text.size() ? m_text.substr(static_cast<std::size_t>(offset), length) : std::string{};
  }

 private:
  std::string m_text;
};

/// A text is one string, or a list of its lines.
std::string linesOf(const RawValue& value) {
  if (value.kind != RawValue::Kind::Array) {
    return value.kind == RawValue::Kind::String ? value.unescaped() : std::string{};
  }
  std::string text;
  for (MemberWalk walk(value.text); walk.next();) {
    text += walk.value().unescaped();
  }
  return text;
}

std::string textOfOutput(std::string_view output) {
  if (const RawValue text = findMember(output, "text"); text.kind != RawValue::Kind::None) {
    return linesOf(text);
  }
  if (const RawValue name = findMember(output, "ename"); name.kind == RawValue::Kind::String) {
    return name.unescaped() + ": " + findMember(output, "evalue").unescaped();
  }
  const RawValue data = findMember(output, "data");
  std::string tables = tablesOfHtml(linesOf(findMember(data.text, "text/html")));
  return tables.empty() ? linesOf(findMember(data.text, "text/plain")) : std::move(tables);
}

/// Of format 4, `cells`; of 3, `worksheets` with cells in them.
std::string textOfCells(std::string_view notebook) {
  std::string text;
  for (MemberWalk cells(findMember(notebook, "cells").text); cells.next();) {
    for (MemberWalk outputs(findMember(cells.value().text, "outputs").text); outputs.next();) {
      const std::string output = textOfOutput(outputs.value().text);
      text += output;
      text += output.empty() ? "" : output.ends_with('\n') ? "\n" : "\n\n";
    }
  }
  return text;
}

}  // namespace

bool isNotebook(std::string_view head) {
  head = trimmed(head);
  if (!head.starts_with('{') || head.contains("\"traceEvents\"")) {
    return false;
  }
  return head.contains("\"nbformat\"") || (head.contains("\"cells\"") && head.contains("\"cell_type\""));
}

std::string printedText(std::string_view notebook) {
  notebook = trimmed(notebook);
  std::string text = textOfCells(notebook);
  for (MemberWalk sheets(findMember(notebook, "worksheets").text); sheets.next();) {
    text += textOfCells(sheets.value().text);
  }
  return text;
}

Expected<std::shared_ptr<const Log>> readNotebook(const Input& input, unsigned threads, const std::stop_token& stop,
                                                  Progress& progress) {
  const WholeText whole(input);
  const auto printed = std::make_shared<const TextInMemory>(printedText(whole.text()));
  const auto inside = std::make_shared<Input>();
  inside->path = input.path;
  inside->container = input.container.empty() ? "notebook" : "notebook, " + input.container;
  inside->storedBytes = input.storedBytes;
  inside->text = printed;
  inside->mapped = printed->text();
  auto log = logs::readLog(inside, {.threads = threads}, stop, progress);
  if (log && (*log)->isEmpty()) {
    return std::unexpected(
        Error{Error::Kind::NotATrace,
              Phrase::tr("%1: a notebook, but no output in it has a table or a number that Kernline can read; if it "
                         "exported a trace, open that")
                  .with(input.path)});
  }
  return log;
}

}  // namespace kernline::records
