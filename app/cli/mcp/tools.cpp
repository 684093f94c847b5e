// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/mcp/tool.h"

#include "core/analysis/causes/key_kinds.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::cli::mcp {

namespace {

using Kind = Parameter::Kind;

constexpr std::int64_t maxFiles = 64;

Parameter file() {
  return {.kind = Kind::File,
          .name = "path",
          .option = {},
          .description =
              "A profile, log or memory snapshot; a folder or archive of the ranks of one run; a member of "
              "an archive as runs.zip/rank0.json",
          .isRequired = true};
}

Parameter files(std::string_view description, std::int64_t least) {
  return {.kind = Kind::Files,
          .name = "paths",
          .option = {},
          .description = description,
          .least = least,
          .most = maxFiles,
          .isRequired = true};
}

Parameter text(std::string_view name, std::string_view option, std::string_view description) {
  return {.kind = Kind::Text, .name = name, .option = option, .description = description};
}

Parameter choice(std::string_view name, std::vector<std::string_view> choices, std::string_view description) {
  return {
      .kind = Kind::Choice, .name = name, .option = name, .description = description, .choices = std::move(choices)};
}

Parameter flag(std::string_view name, std::string_view description) {
  return {.kind = Kind::Flag, .name = name, .option = name, .description = description};
}

Parameter range() {
  return text("range", "range", "Only this time, from the start of the recording, e.g. 1.2ms..3ms");
}
Parameter stepRange() {
  return text("steps", "steps", "Only these steps, counted from 0, e.g. 3..5 or 3");
}
Parameter stepsBy() {
  return text("steps_by", "steps-by", "Kind of steps: recorded, annotations, functions, rounds, or a span's name");
}
Parameter device() {
  return text("device", "device", "Device whose ceilings count, e.g. H100; without it the one of the recording");
}

std::vector<std::string_view> namesOfKeyKinds() {
  std::vector<std::string_view> names;
  for (const KeyKind& kind : keyKinds()) {
    names.push_back(kind.name);
  }
  return names;
}

std::vector<std::string_view> partsOfSummary() {
  return {"verdict", "files", "devices", "idle_causes", "breakdown", "findings"};
}

/// Returns a parameter that is a whole number.
Parameter number(std::string_view name, std::int64_t most, std::string_view usual, std::string_view description) {
  return {.kind = Kind::Number,
          .name = name,
          .option = name,
          .description = description,
          .least = 1,
          .most = most,
          .usual = usual};
}

Tool openTool() {
  return {.name = "open",
          .title = "Open a profile, or list the files",
          .description =
              "Without path: the profiles, logs and memory snapshots that can be read. With path: what the "
              "file contains, in short; it is kept loaded, so that further questions are quick.",
          .command = "summary",
          .parameters = {{.kind = Kind::File,
                          .name = "path",
                          .option = {},
                          .description = "A file, folder or archive; leave it out to list what there is"}},
          .form = Tool::Form::FileList,
          .first = partsOfSummary()};
}

Tool statisticsTool() {
  return {.name = "statistics",
          .title = "Count and sum spans",
          .description =
              "Count, total, mean, median, min and max duration of kernels or other spans by name or by "
              "another key, those with the most time first.",
          .command = "stats",
          .parameters = {file(),
                         choice("by", namesOfKeyKinds(), "Group rows by this; default: name"),
                         choice("kind",
                                {"kernel", "memcpy", "memset", "device", "runtime", "op", "python", "annotation",
                                 "gpu_annotation", "all"},
                                "Spans to count; default: kernel, or all where there is no kernel"),
                         text("filter", "filter",
                              "Only spans whose name, operator, module or phase contains this; KEY:TEXT looks in one "
                              "key of by, e.g. phase:backward"),
                         range(),
                         stepRange(),
                         stepsBy(),
                         choice("sort", {"total", "count", "mean", "median", "min", "max", "stddev", "name"},
                                "Order of rows; default: total"),
                         {.kind = Kind::Choice,
                          .name = "names",
                          .option = "names",
                          .description = "Form of kernel names; default: short",
                          .choices = {"short", "demangled", "raw"},
                          .usual = "short"}},
          .hasShortNames = false};
}

Tool compareTool() {
  return {.name = "compare",
          .title = "Compare recordings",
          .description =
              "Whether one recording is faster than the baseline, with the noise, and which kernels, phases "
              "and idle time make the difference. Also logs with measurements.",
          .command = "compare",
          .parameters = {files("The baseline first, then others of the same program; or a folder of them", 1),
                         choice("by", {"name", "normal", "family", "op", "shape", "order"},
                                "Match GPU work by this; default: op where operators are known, else name"),
                         text("steps_by", "steps-by",
                              "Steps: recorded, annotations, functions, rounds, or the name of spans"),
                         flag("series", "The recordings are successive runs of one program: find where it changed"),
                         flag("why", "Split changes of GPU time into calls, work and efficiency")},
          .first = {"verdict", "waterfall", "differences"}};
}

Tool memoryTool() {
  return {
      .name = "memory",
      .title = "Memory use",
      .description =
          "Peak of device memory, what was alive then and who allocated it, allocations that failed. "
          "Several files are compared with the first.",
      .command = "memory",
      .parameters = {
          files("A profile with profile_memory=True, a memory snapshot, or a log; or several", 1),
          choice("by", {"op", "line", "phase", "size", "stack"}, "Group live memory by this; default: op"),
          text("at", "at", "Live memory at this time instead of the peak, e.g. 1.5ms"), range(), stepRange(), stepsBy(),
          choice("align", {"first-step", "each-step", "stretched", "start"}, "How several runs are put on one axis")}};
}

Tool queryTool() {
  return {.name = "query",
          .title = "Query with SQL",
          .description =
              "One SELECT in the SQLite dialect over the tables of a profile: kernels, spans, launches, "
              "steps, counters, memory, args and others. Read only; it is stopped after 30 s. Without sql: "
              "the tables, their columns and further functions.",
          .command = "query",
          .parameters = {{.kind = Kind::File, .name = "path", .option = {}, .description = "A profile"},
                         text("sql", {},
                              "e.g. SELECT short_name, count(*) AS n, ms(sum(duration_ns)) AS ms FROM "
                              "kernels GROUP BY short_name ORDER BY ms DESC")},
          .hasShortNames = false};
}

Tool eventsTool() {
  return {.name = "events",
          .title = "Single spans",
          .description =
              "The spans of a profile by start time, with all their args: what ran when, what captured the work of "
              "CUDA graphs. Choose by name, args, row and time.",
          .command = "events",
          .parameters = {file(), text("name", "name", "Only names that match this regular expression"),
                         text("args", "args", "Only args that match this regular expression, e.g. stream:7"),
                         text("track", "track", "Only rows with this thread or stream id or title"), range(),
                         stepRange(), stepsBy()},
          .hasShortNames = false};
}

Tool modulesTool() {
  return {.name = "modules",
          .title = "Device time of modules",
          .description =
              "Device time of each nn.Module, forward and backward, by the launches inside of it; without calls of "
              "modules, of annotations.",
          .command = "modules",
          .parameters = {file(), range(), stepRange(), stepsBy(), number("depth", 100, {}, "Max depth; default: 4")}};
}

Tool calltreeTool() {
  return {.name = "calltree",
          .title = "Tree of calls",
          .description =
              "Calls of one name and callers as one node, with self and total time: Python functions, operators, "
              "runtime calls, kernels. A node names its parent by its place in the list.",
          .command = "calltree",
          .parameters = {file(),
                         choice("weight", {"host", "device", "count"}, "Sort and cut by this; default: host"),
                         {.kind = Kind::Flag,
                          .name = "bottom_up",
                          .option = "bottom-up",
                          .description = "From functions to their callers"},
                         text("track", "track", "Only the thread with this id or title"),
                         range(),
                         stepRange(),
                         stepsBy(),
                         number("depth", 1000, "12", "Max depth; default: 12"),
                         {.kind = Kind::Choice,
                          .name = "min_share",
                          .option = "min-share",
                          .description = "Leave out nodes with less than this share of the total; default: 0.01",
                          .choices = {"0", "0.001", "0.01", "0.05"},
                          .usual = "0.01"}}};
}

Tool sourceTool() {
  return {.name = "source",
          .title = "Source lines of kernels",
          .description =
              "Lines and instructions where kernels spend their time, and why their warps stall there: of recordings "
              "by kernline record --source and reports of Nsight Compute. A second file is compared with the first.",
          .command = "source",
          .parameters = {{.kind = Kind::Files,
                          .name = "paths",
                          .option = {},
                          .description = "A recording or report; or two",
                          .least = 1,
                          .most = 2,
                          .isRequired = true},
                         text("kernel", "kernel", "Show only kernels whose name contains TEXT"),
                         choice("by", {"line", "instruction", "stall"}, "How to group rows; default: line")}};
}

Tool heatMapTool() {
  return {
      .name = "heat_map",
      .title = "Steps of all ranks",
      .description = "One figure of each step of each rank of a run, one row per rank: which rank was slow when.",
      .command = "ranks",
      .parameters = {files("A folder or an archive, or one profile or digest per rank", 1),
                     {.kind = Kind::Text,
                      .name = "metric",
                      .option = "metric",
                      .description = "step_time, compute (default), exposed_communication, waiting, idle, memory, and "
                                     "others; or counter:NAME",
                      .usual = "compute"}}};
}

Tool renderTool() {
  constexpr std::int64_t minPixels = 100;
  constexpr std::int64_t maxPixels = 2000;
  const auto pixels = [&](std::string_view name, std::string_view description) {
    return Parameter{.kind = Kind::Number,
                     .name = name,
                     .option = {},
                     .description = description,
                     .least = minPixels,
                     .most = maxPixels};
  };
  return {.name = "render",
          .title = "Draw a picture",
          .description =
              "A view of a profile as a PNG picture: the timeline, the overview of figures, the curve of "
              "memory, the roofline; of several files their comparison.",
          .command = "render",
          .parameters = {files("One file; or several for compare, matrix and series", 1),
                         choice("view", {"timeline", "overview", "memory", "roofline", "compare", "matrix", "series"},
                                "View to draw; default: timeline"),
                         range(), stepRange(), stepsBy(), pixels("width", "In pixels; default: 1280"),
                         pixels("height", "In pixels; default: 720"),
                         flag("blocks", "With view memory: one band per block instead of one curve"),
                         choice("theme", {"light", "dark"}, "Colors; default: light")},
          .form = Tool::Form::Picture};
}

std::vector<Tool> allTools() {
  return {openTool(),
          {.name = "summary",
           .title = "Contents and device time",
           .description = "Contents of a file, how busy its devices were, where wall time and idle time went, and data "
                          "issues. For a folder: its files and which belong together.",
           .command = "summary",
           .parameters = {file()},
           .first = partsOfSummary()},
          statisticsTool(),
          {.name = "steps",
           .title = "Steps and phases",
           .description = "The training or inference steps: duration, device time, idle time and phases of each.",
           .command = "steps",
           .parameters = {file(), text("steps_by", "steps-by",
                                       "Kind of steps: recorded, annotations, functions, rounds, or a name or regular "
                                       "expression of spans; default: what is found")}},
          {.name = "work",
           .title = "FLOPs, bytes and roofline",
           .description = "FLOPs, bytes and share of the roofline of each operator, and the potential saving at "
                          "most. Needs shapes (record_shapes=True).",
           .command = "work",
           .parameters = {file(),
                          choice("by", {"shape", "op", "kernel", "family", "module", "phase"},
                                 "Group rows by this; default: shape"),
                          range(), stepRange(), stepsBy(), device()}},
          {.name = "advise",
           .title = "What to optimize",
           .description = "Suggested changes, with the time that each can save at most; savings do not overlap.",
           .command = "advise",
           .parameters = {file(), range(), stepRange(), stepsBy(), device()},
           .first = {"verdict", "step_ns", "rows"}},
          {.name = "whatif",
           .title = "The step without the profiler, and what a change would give",
           .description = "Replays the run: how long a step takes without the profiler, with something changed, and "
                          "the critical path that decides it.",
           .command = "whatif",
           .parameters = {file(),
                          text("set", "set",
                               "Changes as SELECTOR=CHANGE, separated by ;. Such as launch=graph, copy:pageable=async, "
                               "op:aten::item=none, family:GEMM=x0.5, family:elementwise=roofline"),
                          choice("by", {"name", "kind", "op", "module", "phase", "rank"},
                                 "How to group the critical path; default: name"),
                          stepsBy(), device()},
           .first = {"step", "scenario"}},
          modulesTool(),
          calltreeTool(),
          compareTool(),
          memoryTool(),
          {.name = "ranks",
           .title = "Ranks of a distributed run",
           .description = "Clocks of the ranks, collectives with waits and bandwidths, stragglers.",
           .command = "ranks",
           .parameters = {files("A folder or an archive, or one profile per rank", 1)},
           .first = {"verdict", "stragglers", "doubts"}},
          heatMapTool(),
          {.name = "tables",
           .title = "Tables and measurements of a log",
           .description = "The tables that profilers printed into a log, its measurements, failures and names of "
                          "traces, with numbers in base units.",
           .command = "tables",
           .parameters = {file()}},
          eventsTool(),
          sourceTool(),
          queryTool(),
          renderTool()};
}

}  // namespace

std::span<const Tool> tools() {
  static const std::vector<Tool> all = allTools();
  return all;
}

const Tool* toolNamed(std::string_view name) {
  const auto found = std::ranges::find(tools(), name, &Tool::name);
  return found == tools().end() ? nullptr : &*found;
}

}  // namespace kernline::cli::mcp
