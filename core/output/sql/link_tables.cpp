// SPDX-License-Identifier: GPL-3.0-or-later
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
      "device work and the host call that launched it",
      [](const Model& model) -> std::uint64_t { return model.trace().launches().size(); },
      {{{"call_id", Integer, Use::Lookup, "spans.id of the call"},
        [](Model& m, std::uint64_t row, std::string&) { return number(launchAt(m, row).call); }},
       {{"work_id", Integer, Use::Lookup | Use::Unique, "spans.id of the kernel, copy or fill"},
        [](Model& m, std::uint64_t row, std::string&) { return number(launchAt(m, row).work); }},
       {{"call", Text, Use::Match, "name of the call"},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::text(m.trace().nameText(launchAt(m, row).call));
        }},
       {{"work", Text, Use::Match, "name of the work"},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::text(m.trace().nameText(launchAt(m, row).work));
        }},
       {{"latency_ns", Integer, Use::None, "from the start of the call to the start of the work"},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer((m.trace().start(launchAt(m, row).work) - m.trace().start(launchAt(m, row).call)).ns);
        }},
       {{"delay_ns", Integer, Use::None, "from the end of the call; negative: the work began while it ran"},
        [](Model& m, std::uint64_t row, std::string&) {
          return Cell::integer((m.trace().start(launchAt(m, row).work) - m.trace().end(launchAt(m, row).call)).ns);
        }}}};
}

ListSpec flowTable() {
  return {"flows",
          "arrows of the file from one span to another",
          [](const Model& model) -> std::uint64_t { return model.trace().flows().size(); },
          {{{"from_id", Integer, Use::Lookup, "spans.id where it leaves"},
            [](Model& m, std::uint64_t row, std::string&) { return number(flowAt(m, row).from); }},
           {{"to_id", Integer, Use::Lookup, "spans.id where it arrives"},
            [](Model& m, std::uint64_t row, std::string&) { return number(flowAt(m, row).to); }},
           {{"category", Text, Use::Match, "as the file has it: ac2g, fwdbwd, …"},
            [](Model& m, std::uint64_t row, std::string&) {
              return Cell::textOrNull(m.trace().text(flowAt(m, row).category));
            }}}};
}

}  // namespace

std::vector<ListSpec> linkTables() {
  return {launchTable(), flowTable()};
}

}  // namespace kernline::sql
