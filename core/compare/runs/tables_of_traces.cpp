// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/runs/tables_of_traces.h"

#include "core/compare/runs/run_name.h"
#include "core/compare/tables/trace_profile.h"
#include "core/model/base/text.h"
#include "core/model/format/printable_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string_view>

namespace kernline {

namespace {

std::string fileName(std::string_view path) {
  return std::filesystem::path{path}.filename().string();
}

/// A trace is often packed after the log was written.
std::string unpackedName(std::string_view path) {
  std::string name = fileName(path);
  for (const std::string_view ending : {".gz", ".zst"}) {
    name.resize(name.size() - (name.ends_with(ending) ? ending.size() : 0));
  }
  return name;
}

bool isSameText(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](char a, char b) { return toLower(a) == toLower(b); });
}

/// Whether the line that names the saved file is of the same run as the table, and behind it.
bool isBehind(const LoggedFile& file, const TableRef& ref) {
  return file.kind == LoggedFileKind::Trace && file.context == (*ref).context && file.line > (*ref).firstLine;
}

/// Whether the log names the trace behind the table: all but the last table of a run before the line belong to files
/// saved earlier.
bool isSavedAs(const TableRef& ref, std::string_view trace) {
  const auto files = ref.log->files();
  const auto saved = std::ranges::find_if(files, [&](const LoggedFile& file) { return isBehind(file, ref); });
  return saved != files.end() && unpackedName(ref.log->text(saved->path)) == unpackedName(trace);
}

std::optional<std::string_view> valueOf(const RunName& name, std::string_view key) {
  const auto found =
      std::ranges::find(name.parameters, key, [](const auto& parameter) { return std::string_view{parameter.first}; });
  return found == name.parameters.end() ? std::nullopt : std::optional<std::string_view>(found->second);
}

/// Whether the run of a table matches the file's name: the model, all parameters that both have, the rank.
bool isNamed(const TableRef& ref, const RunName& name) {
  if ((*ref).context == ContextId::none) {
    return false;
  }
  const LogContext& context = ref.log->context((*ref).context);
  const std::string_view subject = ref.log->text(context.subject);
  const auto rank = valueOf(name, "rank");
  if ((!subject.empty() && !isSameText(subject, name.model)) ||
      (rank && context.rank >= 0 && *rank != std::to_string(context.rank))) {
    return false;
  }
  std::size_t same = 0;
  for (const LogParameter& parameter : context.parameters) {
    const auto value = valueOf(name, ref.log->text(parameter.key));
    if (value && *value != ref.log->text(parameter.value.text)) {
      return false;
    }
    same += value ? 1 : 0;
  }
  return !subject.empty() || same > 0;
}

bool isOfOneRun(const TableRef& one, const TableRef& other) {
  return one.log == other.log && (*one).context == (*other).context;
}

/// The first of the tables that fit, if they are of one run.
template <typename Fits>
std::optional<std::size_t> onlyOne(std::span<const TableRef> refs, Fits fits) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    if (isOfTrace(*refs[i]) || !fits(refs[i])) {
      continue;
    }
    if (found && !isOfOneRun(refs[*found], refs[i])) {
      return std::nullopt;
    }
    found = found.value_or(i);
  }
  return found;
}

}  // namespace

std::vector<TableOfTrace> tablesOfTraces(std::span<const TableRef> refs) {
  std::vector<TableOfTrace> pairs;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    if (!isOfTrace(*refs[i])) {
      continue;
    }
    const std::string& path = refs[i].log->path();
    const RunName name = runName(path);
    if (const auto stated = onlyOne(refs, [&](const TableRef& ref) { return isSavedAs(ref, path); })) {
      pairs.push_back({.trace = i, .table = *stated, .isStated = true});
    } else if (const auto named = onlyOne(refs, [&](const TableRef& ref) { return isNamed(ref, name); })) {
      pairs.push_back({.trace = i, .table = *named});
    }
  }
  return pairs;
}

Message sentenceOn(const TableOfTrace& pair, std::span<const TableRef> refs) {
  const TableRef& table = refs[pair.table];
  return Phrase::tr("%1 matches table %2, %3 (%4:%5): %6")
      .with(printable(fileName(refs[pair.trace].log->path())), pair.table + 1, tableName(table),
            printable(fileName(table.log->path())), (*table).firstLine,
            pair.isStated ? Phrase::tr("the log names this trace file")
                          : Phrase::tr("same model and parameters in its name"));
}

}  // namespace kernline
