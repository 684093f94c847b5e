// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/export/cut_trace.h"

#include "core/model/json/strict_json.h"
#include "core/model/trace/arg_values.h"
#include "core/model/trace/changed_source.h"
#include "core/model/trace/part_of_file.h"
#include "core/output/export/event_texts.h"
#include "core/output/export/kept_events.h"
#include "core/output/export/model_events.h"
#include "core/output/file/output_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace kernline {

namespace {

/// A damaged event, as it was understood.
std::string rewritten(const Trace& trace, std::uint64_t offset) {
  EventDetails details = trace.detailsAt(offset);
  if (details.args.kind != ArgNode::Kind::Null) {
    details.args.key = "args";
    details.fields.children.push_back(std::move(details.args));
  }
  return sql::toJson(details.fields);
}

void writeMember(OutputFile& file, std::string_view key, std::string_view value) {
  if (chrome::isStrictJson(value)) {
    file.write(fmt::format("{}: ", nlohmann::json(key).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
    file.write(value);
    file.write(",\n");
  }
}

void writeMembers(OutputFile& file, const chrome::DocumentFacts& facts) {
  for (auto entry = facts.entries.begin(); entry != facts.entries.end(); ++entry) {
    const auto isSame = [&](const MetadataEntry& later) { return later.key == entry->key; };
    if (std::none_of(entry + 1, facts.entries.end(), isSame)) {  // the last one of a key counts
      writeMember(file, entry->key, entry->value);
    }
  }
  writeMember(file, "stackFrames", facts.stackFrames);
  writeMember(file, "samples", facts.samples);
}

/// The separators belong to the events, as some may turn out to be none.
void writeEvents(OutputFile& file, const Trace& trace, const SourceText& text, const KeptEvents& kept,
                 const std::stop_token& stop, CutTrace& cut) {
  EventTexts texts(text);
  for (const std::uint64_t offset : kept.offsets) {
    if (stop.stop_requested() || file.hasFailed()) {
      break;
    }
    std::string_view event = texts.at(offset);
    std::string repaired;
    if (event.empty()) {
      continue;  // a span that is made of samples has no event of its own
    }
    if (!chrome::isStrictJson(event)) {
      event = repaired = rewritten(trace, offset);
      ++cut.rewritten;
    }
    file.write(cut.events == 0 ? "\n" : ",\n");
    file.write(event);
    ++cut.events;
  }
}

CutTrace copyEvents(OutputFile& file, const Trace& trace, const SourceText& text, TimeRange range,
                    const std::stop_token& stop) {
  CutTrace cut;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    cut.spans += isTouched(trace, SpanId{i}, range) ? 1 : 0;
  }
  const KeptEvents kept = findKeptEvents(trace, text, range, stop);
  file.write("{\n");
  writeMembers(file, kept.facts);
  if (const auto part = partOfFileEntry(trace)) {
    writeMember(file, part->key, part->value);
  }
  file.write("\"traceEvents\": [");
  writeEvents(file, trace, text, kept, stop, cut);
  file.write("\n]}\n");
  return cut;
}

}  // namespace

Expected<CutTrace> cutTrace(const Trace& trace, TimeRange range, const std::string& path, const std::stop_token& stop) {
  const SourceFile* source = trace.sources().empty() ? nullptr : &trace.sources().front();
  const bool isText = source != nullptr && source->text != nullptr;
  if (source == nullptr || (isText && source->text->read(0, 1).empty())) {
    return std::unexpected(
        Error{Error::Kind::Unreadable, Phrase::tr("Can no longer read the trace file. Open it again.")});
  }
  if (auto refused = refuseOverSource(path, source->path)) {
    return std::unexpected(std::move(*refused));
  }
  auto file = OutputFile::create(path);
  if (!file) {
    return std::unexpected(std::move(file.error()));
  }
  const CutTrace cut =
      isText ? copyEvents(**file, trace, *source->text, range, stop) : writeModelTrace(**file, trace, range, stop);
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("%1: export was canceled").with(path)});
  }
  if (auto changed = changedSource(trace)) {
    return std::unexpected(std::move(*changed));
  }
  if (auto failed = (*file)->finish()) {
    return std::unexpected(std::move(*failed));
  }
  return cut;
}

}  // namespace kernline
