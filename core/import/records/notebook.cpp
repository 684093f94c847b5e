// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/records/notebook.h"

#include "core/import/log/quantity_text.h"
#include "core/import/log/read_log.h"
#include "core/import/records/html_tables.h"
#include "core/import/records/whole_text.h"
#include "core/model/base/source_text.h"
#include "core/model/base/text.h"
#include "core/model/json/members.h"

#include <algorithm>
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

/// The headings of a cell of Markdown: what comes below is of them.
std::string headingsOf(std::string_view cell) {
  const std::string source = linesOf(findMember(cell, "source"));
  std::string headings;
  bool isCode = false;
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(source.find('\n', at), source.size());
    const std::string_view line = trimmed(std::string_view{source}.substr(at, end - at));
    isCode = isCode != line.starts_with("```");
    const std::size_t signs = std::min(line.find_first_not_of('#'), line.size());
    if (!isCode && signs > 0 && line.substr(signs).starts_with(' ')) {
      headings += std::string{line} + "\n\n";
    }
    at = end + 1;
  }
  return headings;
}

/// Returns the last line of a cell if it is a plain expression: its value is printed without a name.
std::string_view lastExpression(std::string_view source) {
  constexpr std::size_t maxLength = 48;
  const std::string_view last = trimmed(source.substr(source.find_last_of('\n', trimmed(source).size()) + 1));
  const bool isPlain = std::ranges::all_of(
      last, [](char c) { return isLetter(c) || isDigit(c) || c == '_' || c == '.' || c == '(' || c == ')'; });
  return !last.empty() && last.size() <= maxLength && isPlain && isLetter(last.front()) ? last : std::string_view{};
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

/// Returns the output of %timeit with the timed statement in front: a cell may have several.
std::string withTimed(const std::string& text, std::string_view cell) {
  const std::string source = linesOf(findMember(cell, "source"));
  std::string result;
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t timed = line.contains(" per loop (") ? source.find("%timeit ", from) : std::string::npos;
    if (timed != std::string::npos) {
      const std::size_t begin = timed + std::string_view{"%timeit "}.size();
      from = std::min(source.find('\n', begin), source.size());
      result += source.substr(begin, from - begin) + ": ";
    }
    result += line + "\n";
    at = end + 1;
  }
  return result;
}

/// `output` of a cell; a number alone with the expression in front of it that it is the value of.
std::string textOfOutput(std::string_view output, std::string_view cell) {
  std::string text = textOfOutput(output);
  if (text.contains(" per loop (")) {
    return withTimed(text, cell);
  }
  const bool isValue =
      findMember(output, "output_type").text == "execute_result" || findMember(output, "output_type").text == "pyout";
  if (!isValue || !logs::numberOf(trimmed(text))) {
    return text;
  }
  const std::string source = linesOf(findMember(cell, "source"));
  const std::string_view name = lastExpression(source);
  return name.empty() ? text : std::string{name} + ": " + text;
}

std::size_t headingCount(std::string_view notebook) {
  std::size_t count = 0;
  for (MemberWalk cells(findMember(notebook, "cells").text); cells.next();) {
    const std::string_view cell = cells.value().text;
    count += findMember(cell, "cell_type").text == "markdown" && !headingsOf(cell).empty() ? 1 : 0;
  }
  return count;
}

/// Returns the texts of `cells` in format 4, of `worksheets` with cells in them in format 3.
std::string textOfCells(std::string_view notebook) {
  std::string text;
  const bool hasHeadings = headingCount(notebook) > 1;  // one alone distinguishes no parts
  for (MemberWalk cells(findMember(notebook, "cells").text); cells.next();) {
    const std::string_view cell = cells.value().text;
    if (hasHeadings && findMember(cell, "cell_type").text == "markdown") {
      text += headingsOf(cell);
    }
    for (MemberWalk outputs(findMember(cell, "outputs").text); outputs.next();) {
      const std::string output = textOfOutput(outputs.value().text, cell);
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
