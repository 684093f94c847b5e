// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/work_of_records.h"

#include "core/analysis/activity/host_copy.h"
#include "core/model/base/message.h"
#include "core/model/base/parallel.h"
#include "core/model/base/read_ahead.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace kernline {

namespace {

/// Whether an operator only copied from or to the host.
bool isOfHostCopies(const WorkModel& model, const Trace& trace, const WorkCall& call) {
  const WorkForm& form = model.forms[call.form];
  return form.op != SpanId::none && form.needs.rule != nullptr && form.needs.flops == 0 && !form.collective &&
         std::ranges::all_of(model.workOf(call), [&](SpanId activity) { return isHostCopy(trace, activity); });
}

std::optional<double> recordedBytesOf(const WorkModel& model, const Trace& trace, const WorkCall& call) {
  double sum = 0;
  for (const SpanId activity : model.workOf(call)) {
    const std::optional<double> bytes = recordedBytes(trace, activity);
    if (!bytes) {
      return {};
    }
    sum += *bytes;
  }
  return sum;
}

}  // namespace

WorkRule ruleOfRecords(std::string operators, std::string text) {
  return {.operators = std::move(operators),
          .text = std::move(text),
          .line = 0,
          .parameters = {},
          .flops = {},
          .reads = {},
          .writes = {},
          .typedBy = {}};
}

const WorkRule& ruleOfCopies() {
  static const WorkRule rule =
      ruleOfRecords("memcpy, memset", std::string(Phrase::tr("bytes of the record").english()));
  return rule;
}

std::optional<double> recordedBytes(const Trace& trace, SpanId activity) {
  static constexpr std::array<std::string_view, 1> keys{"bytes"};
  const ArgNode args = trace.args(activity, keys);
  const ArgNode* node = args.find(keys.front());
  if (node == nullptr) {
    return {};
  }
  double number = 0;
  const auto [at, error] = std::from_chars(node->text.data(), node->text.data() + node->text.size(), number);
  return error == std::errc{} && number >= 0 ? std::optional(number) : std::nullopt;
}

void useRecordsOfHostCopies(WorkModel& model, const Trace& trace, unsigned threads, const std::stop_token& stop) {
  std::vector<std::uint32_t> calls;
  for (std::uint32_t i = 0; i < model.calls.size(); ++i) {
    if (isOfHostCopies(model, trace, model.calls[i])) {
      calls.push_back(i);
    }
  }
  std::vector<std::optional<double>> bytes(calls.size());
  constexpr std::size_t chunk = 256;
  parallelFor(threads, (calls.size() + chunk - 1) / chunk, [&](std::size_t c) {
    const ReadAhead ahead;
    for (std::size_t i = c * chunk; i < std::min(calls.size(), (c + 1) * chunk) && !stop.stop_requested(); ++i) {
      bytes[i] = recordedBytesOf(model, trace, model.calls[calls[i]]);
    }
  });
  std::map<std::pair<std::uint32_t, double>, std::uint32_t> known;  // keyed by form of the operator and bytes
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!bytes[i]) {
      continue;
    }
    std::uint32_t& form = model.calls[calls[i]].form;
    const auto [place, isNew] = known.try_emplace({form, *bytes[i]}, static_cast<std::uint32_t>(model.forms.size()));
    if (isNew) {
      WorkForm ofCopies = model.forms[form];
      ofCopies.needs.bytes = *bytes[i];
      ofCopies.needs.rule = &ruleOfCopies();
      model.forms.push_back(std::move(ofCopies));
    }
    form = place->second;
  }
}

}  // namespace kernline
