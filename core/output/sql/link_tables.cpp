// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/base/message.h"
#include "core/output/sql/list_specs.h"

namespace kernline::sql {

namespace {

using enum ColumnType;

const Launch& launchAt(const Model& model, std::uint64_t row) {
  return model.trace().launches()[row];
}

const Flow& flowAt(const Model& model, std::uint64_t row) {
  return model.trace().flows()[row];
}

Cell number(SpanId span) {
  return Cell::integer(static_cast<std::int64_t>(index(span)));
}

ListSpec launchTable() {
  return {
      "launches",
      Phrase::tr("device work and its launch call on the host"),
      [](Model& model) -> std::uint64_t { return model.trace().launches().size(); },
      {{{"call_id", Integer, Use::Lookup, Phrase::tr("spans.id of the call")},
        [](Model& m, std::uint64_t row, std::string&) { return number(launchAt(m, row).call); }},
       {{"work_id", Integer, Use::Lookup | Use::Unique, Phrase::tr("spans.id of the kernel, memcpy or memset")},
        [](Model& m, std::uint64_t row, std::string&) { return number(launchAt(m, row).activity); }},
       {{"call", Text, Use::Match, Phrase::tr("name of the call")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::text(m.trace().nameText(launchAt(m, row).call));
        }},
       {{"work", Text, Use::Match, Phrase::tr("name of the work")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::text(m.trace().nameText(launchAt(m, row).activity));
        }},
       {{"latency_ns", Integer, Use::None, Phrase::tr("from the start of the call to the start of the work")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer(
              (m.trace().start(launchAt(m, row).activity) - m.trace().start(launchAt(m, row).call)).ns);
        }},
       {{"delay_ns", Integer, Use::None,
         Phrase::tr(
             "from the end of the call to the start of the work; negative if it started before the call returned")},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer((m.trace().start(launchAt(m, row).activity) - m.trace().end(launchAt(m, row).call)).ns);
        }}}};
}

ListSpec flowTable() {
  return {"flows",
          Phrase::tr("arrows from one span to another"),
          [](Model& model) -> std::uint64_t { return model.trace().flows().size(); },
          {{{"from_id", Integer, Use::Lookup, Phrase::tr("spans.id of the source")},
            [](Model& m, std::uint64_t row, std::string&) { return number(flowAt(m, row).from); }},
           {{"to_id", Integer, Use::Lookup, Phrase::tr("spans.id of the target")},
            [](Model& m, std::uint64_t row, std::string&) { return number(flowAt(m, row).to); }},
           {{"category", Text, Use::Match, Phrase::tr("as in the file: ac2g, fwdbwd, …")},
            [](Model& m, std::uint64_t row, std::string&) {
              return Cell::textOrNull(m.trace().text(flowAt(m, row).category));
            }}}};
}

}  // namespace

std::vector<ListSpec> linkTables() {
  return {launchTable(), flowTable()};
}

}  // namespace kernline::sql
