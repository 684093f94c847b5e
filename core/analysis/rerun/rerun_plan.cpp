// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rerun/rerun_plan.h"

#include "core/analysis/activity/device_tracks.h"
#include "core/analysis/rerun/rerun_inputs.h"
#include "core/analysis/work/call_arguments.h"
#include "core/analysis/work/gradient_lists.h"
#include "core/model/base/median.h"
#include "core/model/base/saturating_sum.h"
#include "core/model/names/kernel_name.h"
#include "core/model/names/tensor_core.h"
#include "core/model/trace/arg_number.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <ranges>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kernline {

namespace {

/// Torch's libraries of communication: their operators wait for other ranks.
bool isOfCommunication(std::string_view name) {
  constexpr auto spaces =
      std::to_array<std::string_view>({"c10d::", "_c10d_functional::", "c10d_functional::", "symm_mem::", "nccl:"});
  return std::ranges::any_of(spaces, [&](std::string_view space) { return name.starts_with(space); });
}

bool isProduct(KernelFamily family) {
  return family == KernelFamily::Gemm || family == KernelFamily::Convolution || family == KernelFamily::Attention;
}

bool hasActivityIn(const ActivityList& list, const RerunCall& call) {
  return !list || std::ranges::binary_search(*list, call.activities.front());
}

/// Groups calls in cases.
class RerunPlanner {
 public:
  RerunPlanner(const Trace& trace, const WorkModel& model, const RerunQuery& query)
      : m_trace(trace), m_model(model), m_query(query) {}

  std::vector<RerunCase> run(const std::stop_token& stop) {
    const std::vector<RerunCall> calls = rerunCalls(m_trace, m_model.replayed.get(), m_query.scope, stop);
    findLists(calls);
    for (const RerunCall& call : calls) {
      if (stop.stop_requested()) {
        return {};
      }
      add(call);
    }
    std::erase_if(m_cases, [](const RerunCase& one) { return one.calls == 0; });
    std::ranges::stable_sort(m_cases, std::ranges::greater{}, &RerunCase::time);
    return std::move(m_cases);
  }

 private:
  void add(const RerunCall& call) {
    Duration time;
    for (const SpanId activity : call.activities) {
      time = saturatingSum(time, m_trace.duration(activity));
    }
    RerunCase& one = m_cases[caseOf(call)];
    if (hasActivityIn(m_query.within, call)) {
      one.times.push_back(time);
    }
    if (hasActivityIn(m_query.among, call)) {
      ++one.calls;
      one.time = saturatingSum(one.time, time);
    }
    one.callsInStep += m_query.step && hasActivityIn(m_query.step, call) ? 1 : 0;
  }

  /// Finds lists whose shapes are not recorded, by the gradients that fit their kernels.
  void findLists(const std::vector<RerunCall>& calls) {
    std::vector<std::pair<const RerunCall*, std::int64_t>> blocksOf;
    std::vector<SpanId> optimizers;
    for (const RerunCall& call : calls) {
      if (call.op == SpanId::none || call.trace != &m_trace) {
        continue;
      }
      const std::string_view name = m_trace.nameText(call.op);
      if ((name.starts_with("aten::_foreach_") || name.starts_with("aten::_fused_")) &&
          hasListWithoutShapes(callArguments(m_trace.args(call.op, argumentKeys())))) {
        blocksOf.emplace_back(&call, blocksIn(call));
        optimizers.push_back(call.op);
      }
    }
    m_gradients.emplace(m_trace, optimizers);
    for (const auto& [call, blocks] : blocksOf) {
      m_lists[call->op] = m_gradients->of(call->op, blocks, listTypeOf(*call));
    }
  }

  [[nodiscard]] std::int64_t blocksIn(const RerunCall& call) const {
    static constexpr std::array<std::string_view, 1> keys{"grid"};
    constexpr double maxBlocks = 1e12;
    std::int64_t all = 0;
    for (const SpanId activity : call.activities) {
      if (m_trace.nameText(activity).contains("multi_tensor_apply_kernel")) {
        const auto blocks = productOf(m_trace.args(activity, keys).find("grid"));
        all = saturatingSum(all, blocks && *blocks < maxBlocks ? std::llround(*blocks) : 0);
      }
    }
    return all;
  }

  [[nodiscard]] std::string listTypeOf(const RerunCall& call) const {
    for (const SpanId activity : call.activities) {
      if (std::string type = listTypeOfKernel(m_trace.nameText(activity)); !type.empty()) {
        return type;
      }
    }
    return {};
  }

  std::size_t caseOf(const RerunCall& call) {
    const std::string listType = listTypeOf(call);
    const HostInput host = hostInputOf(call);
    const std::optional<bool> tf32 = usesTf32(call);
    const GradientLists::List* list = listOf(call);
    const bool hasOperator = call.op != SpanId::none;
    const std::string_view name =
        hasOperator ? call.trace->nameText(call.op) : m_trace.nameText(call.activities.front());
    std::string text = hasOperator ? call.trace->argsText(call.op, argumentKeys()) : std::string();
    text += fmt::format("\n{}\n{}{}\n{}\n{}\n{}", listType, host.memory, host.position, tf32 ? int{*tf32} : -1,
                        call.isCertain, list == nullptr ? std::string_view() : std::string_view(list->text));
    const auto [known, isNew] = m_caseOfText.try_emplace({name, hasOperator, std::move(text)}, m_cases.size());
    if (isNew) {
      RerunCase made = caseFrom(call, name, listType, host, list);
      made.usesTf32 = tf32;
      made.id = idOf(made);
      const auto [same, isFirst] = m_caseOfId.try_emplace(made.id, m_cases.size());
      known->second = same->second;  // arguments that are spelled in another way
      if (isFirst) {
        m_cases.push_back(std::move(made));
      }
    }
    return known->second;
  }

  RerunCase caseFrom(const RerunCall& call, std::string_view name, const std::string& listType, const HostInput& host,
                     const GradientLists::List* list) const {
    RerunCase made{.id = {},
                   .name = std::string(name),
                   .shape = {},
                   .strides = {},
                   .values = {},
                   .inputs = "[]",
                   .reason = {},
                   .times = {},
                   .time = {},
                   .kernels = {},
                   .trace = call.trace,
                   .op = call.op,
                   .activities = call.activities};
    for (const SpanId activity : call.activities) {
      if (std::ranges::find(made.kernels, m_trace.name(activity)) == made.kernels.end()) {
        made.kernels.push_back(m_trace.name(activity));
      }
    }
    if (call.op == SpanId::none) {
      made.reason = isCommunication(name) ? Message(Phrase::tr("communication needs other ranks"))
                    : has(m_trace.flags(call.activities.front()), SpanFlags::GraphReplay)
                        ? Message(Phrase::tr("replayed by a graph: no operator is recorded"))
                        : Message(Phrase::tr("no operator is recorded"));
      return made;
    }
    const ArgNode args = call.trace->args(call.op, argumentKeys());
    made.shape = inputShape(args);
    made.strides = textOf(args, "Input Strides");
    made.values = textOf(args, "Concrete Inputs");
    CallArguments arguments = callArguments(args);
    if (list != nullptr) {
      setListShapes(arguments, list->tensors);
      made.shape.dims = list->text;
    }
    setListTypes(arguments, listType);
    RerunInputs inputs = rerunInputs(arguments, host);
    made.inputs = std::move(inputs.json);
    made.reason = reasonOf(call, name, arguments, std::move(inputs.reason));
    return made;
  }

  static std::string textOf(const ArgNode& args, std::string_view key) {
    const ArgNode* node = args.find(key);
    return node == nullptr ? std::string() : flatText(*node);
  }

  [[nodiscard]] Message reasonOf(const RerunCall& call, std::string_view name, const CallArguments& arguments,
                                 Message ofInputs) const {
    const auto communicates = [this](SpanId activity) { return isCommunication(m_trace.nameText(activity)); };
    if (isOfCommunication(name) || std::ranges::any_of(call.activities, communicates)) {
      return Phrase::tr("communication needs other ranks");
    }
    if (!isDispatchedOperator(name)) {
      return Phrase::tr("torch has no operator of this name: it is compiled, or code of the program");
    }
    if (!name.starts_with("aten::") && !m_query.hasLibraries) {
      return Phrase::tr("an operator of another library: --import its module");
    }
    if (!call.isCertain) {
      return Phrase::tr("replayed by a graph: captures with other shapes fit as well");
    }
    if (!arguments.areRecorded) {
      return Phrase::tr("its shapes are not recorded; record with record_shapes=True");
    }
    return ofInputs;
  }

  [[nodiscard]] const GradientLists::List* listOf(const RerunCall& call) const {
    const auto found = call.trace == &m_trace ? m_lists.find(call.op) : m_lists.end();
    return found == m_lists.end() ? nullptr : found->second;
  }

  /// The copy of a tensor to or from the host, which its memcpy tells.
  [[nodiscard]] HostInput hostInputOf(const RerunCall& call) const {
    if (call.op == SpanId::none || call.trace->nameText(call.op) != "aten::copy_") {
      return {};
    }
    const std::string_view name = m_trace.nameText(call.activities.front());
    const bool isToDevice = name.contains("HtoD");
    if (!isToDevice && !name.contains("DtoH")) {
      return {};
    }
    return {.position = isToDevice ? 1U : 0U, .memory = name.contains("Pinned") ? "pinned" : "pageable"};
  }

  /// Whether a product of float tensors ran on tensor cores; std::nullopt if it is none, or its kernels do not say so.
  [[nodiscard]] std::optional<bool> usesTf32(const RerunCall& call) const {
    std::optional<bool> uses;
    for (const SpanId activity : call.activities) {
      const WorkCall* modeled = m_model.callWith(activity);
      if (modeled == nullptr || m_model.needs(*modeled).unit != WorkUnit::Matrix ||
          m_model.needs(*modeled).type != "float" || !m_model.isMainKernel[index(activity)]) {
        continue;
      }
      const std::string_view name = m_trace.nameText(activity);
      if (namesTensorCores(name)) {
        uses = true;
      } else if (isProduct(kernelFamily(name)) && tensorCoreUse(name) == TensorCoreUse::No) {
        uses = uses.value_or(false);
      }
    }
    return uses;
  }

  static std::string idOf(const RerunCase& one) {
    const std::string text = fmt::format("{}\n{}\n{}\n{}", one.name, one.op == SpanId::none, one.inputs,
                                         one.usesTf32 ? int{*one.usesTf32} : -1);
    return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
  }

  const Trace& m_trace;
  const WorkModel& m_model;
  const RerunQuery& m_query;
  std::vector<RerunCase> m_cases;
  std::map<std::tuple<std::string_view, bool, std::string>, std::size_t> m_caseOfText;
  std::map<std::string, std::size_t> m_caseOfId;
  std::optional<GradientLists> m_gradients;
  std::unordered_map<SpanId, const GradientLists::List*> m_lists;  // lists by operator of this trace; may be nullptr
};

}  // namespace

std::vector<RerunCase> rerunPlan(const Trace& trace, const WorkModel& model, const RerunQuery& query,
                                 const std::stop_token& stop) {
  return RerunPlanner(trace, model, query).run(stop);
}

WorkFigures figuresOfCase(const RerunCase& one, const WorkModel& model, const WorkMeter& meter) {
  std::map<const WorkCall*, std::vector<SpanId>> parts;
  for (const SpanId activity : one.activities) {
    if (const WorkCall* call = model.callWith(activity)) {
      parts[call].push_back(activity);
    }
  }
  WorkFigures figures;
  for (const auto& [call, work] : parts) {
    figures.add(meter.of(*call, work));
  }
  return figures;
}

std::optional<double> rooflineNsOf(const WorkFigures& figures) {
  const bool isWhole = figures.rooflineTime.ns > 0 && figures.rooflineTime == figures.kernelTime;
  return isWhole ? std::optional(figures.rooflineNs) : std::nullopt;
}

std::optional<TimeSpread> spreadOf(const std::vector<Duration>& times) {
  if (times.empty()) {
    return std::nullopt;
  }
  std::vector<std::int64_t> values;
  for (const Duration time : times) {
    values.push_back(time.ns);
  }
  std::ranges::sort(values);
  const auto quartile = [&](std::size_t quarters) { return Duration{values[quarters * (values.size() - 1) / 4]}; };
  const Duration low = quartile(1);
  const Duration high = quartile(3);
  return TimeSpread{.median = Duration{medianOf(values)}, .low = low, .high = high};  // medianOf reorders them
}

}  // namespace kernline
