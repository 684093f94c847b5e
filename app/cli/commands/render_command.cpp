// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/commands.h"
#include "app/cli/kit/device_option.h"
#include "app/cli/kit/heat_metric_option.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/range_option.h"
#include "app/cli/kit/suggestion.h"
#include "app/cli/kit/viewer_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

namespace kernline::cli {

namespace {

struct RenderOptions {
  std::vector<std::string> files;
  std::string view = "timeline";
  std::string picture;
  std::string size;
  RangeChoice range;
  std::string theme = "light";
  std::string language = "en";
  bool blocks = false;
  std::string metric;
  std::string by;
  std::string device;
};

constexpr const char* renderExamples = R"(Examples:
  kernline render train.json.gz --view timeline -o train.png
  kernline render train.json.gz --view timeline -o step.svg --range 120ms..140ms --size 1920x600 --theme dark
  kernline render train.json.gz --view overview --steps 3..5 -o figures.png
  kernline render snapshot.pickle --view memory --blocks -o memory.png
  kernline render train.json.gz --view roofline --by kernel -o roofline.svg
  kernline render digests/ --view heatmap --metric waiting -o ranks.png
  kernline render experiment.log --view compare -o models.png
  kernline render before.json.gz after.json.gz --view compare -o change.png
  kernline render *_seq*_trace.json.gz --view matrix -o models.png)";

/// The viewer draws with the very code of its window, so a picture shows what a person sees.
ExitCode render(const RenderOptions& options) {
  const bool isHeatMap = options.view == "heatmap";
  const bool takesSeveral =
      isHeatMap || options.view == "compare" || options.view == "matrix" || options.view == "series";
  if (options.files.size() > 1 && !takesSeveral) {
    printError(fmt::format("--view {} takes one file; --view compare takes several", options.view));
    return wrongUsage;
  }
  if (!options.metric.empty() && !isHeatMap) {
    printError("--metric is for --view heatmap");
    return wrongUsage;
  }
  if (options.view != "roofline" && !(options.by.empty() && options.device.empty())) {
    printError("--by and --device are for --view roofline");
    return wrongUsage;
  }
  if (options.blocks && options.view != "memory") {
    printError("--blocks is for --view memory");
    return wrongUsage;
  }
  if (isHeatMap && !options.range.isWhole()) {
    printError("--view heatmap shows all steps; leave out --range and --steps");
    return wrongUsage;
  }
  if (options.range.isLazy && options.view != "timeline" && options.view != "overview") {
    printError("--lazy is for --view timeline and overview");
    return wrongUsage;
  }
  std::vector<std::string> arguments{"--view",  options.view,  "--screenshot", options.picture,
                                     "--theme", options.theme, "--language",   options.language};
  for (const auto& [name, value] :
       {std::pair{"--size", &options.size}, std::pair{"--range", &options.range.range},
        std::pair{"--metric", &options.metric}, std::pair{"--by", &options.by}, std::pair{"--device", &options.device},
        std::pair{"--steps", &options.range.steps}, std::pair{"--steps-by", &options.range.stepsBy}}) {
    if (!value->empty()) {
      arguments.insert(arguments.end(), {fmt::format("{}={}", name, *value)});
    }
  }
  if (options.range.isLazy) {
    arguments.emplace_back("--lazy");
  }
  if (options.blocks) {
    arguments.emplace_back("--blocks");
  }
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), options.files.begin(), options.files.end());
  return openViewerHidden(arguments);
}

std::string pictureName(const std::string& path) {
  return path == "-" || path.ends_with(".png") || path.ends_with(".svg")
             ? ""
             : path + " is not a picture name; use .png or .svg";
}

std::string pictureSize(const std::string& text) {
  constexpr unsigned minSize = 100;
  constexpr unsigned maxSize = 16384;
  unsigned width = 0;
  unsigned height = 0;
  const char* end = text.data() + text.size();
  const auto [cross, widthError] = std::from_chars(text.data(), end, width);
  if (widthError == std::errc{} && cross != end && *cross == 'x') {
    const auto [rest, heightError] = std::from_chars(cross + 1, end, height);
    if (heightError == std::errc{} && rest == end && std::min(width, height) >= minSize &&
        std::max(width, height) <= maxSize) {
      return "";
    }
  }
  return fmt::format("\"{}\" is not a size; expected e.g. 1920x1080, from {} to {}", text, minSize, maxSize);
}

}  // namespace

void addRenderCommand(CLI::App& program, ExitCode& result) {
  CLI::App* command = program.add_subcommand("render", "Render a view of a profile to a picture, without a display");
  const auto options = std::make_shared<RenderOptions>();
  command->add_option("FILE", options->files, "The profile, or several to compare; - reads standard input")->required();
  command
      ->add_option("--view", options->view,
                   "View to draw: timeline (default), overview, memory or roofline. For several files compare, matrix "
                   "or series; for ranks or their digests heatmap")
      ->check(oneOf({"timeline", "overview", "memory", "roofline", "heatmap", "compare", "matrix", "series"}))
      ->option_text("VIEW");
  command
      ->add_option("-o,--output", options->picture,
                   "The picture to write: .png or .svg. - writes a PNG to standard output")
      ->required()
      ->check(CLI::Validator(pictureName, "PICTURE"))
      ->option_text("PICTURE");
  command
      ->add_option("--size", options->size,
                   "Size in pixels, e.g. 1920x1080. Default height of an overview: its content")
      ->check(CLI::Validator(pictureSize, "WxH"))
      ->option_text("WxH");
  addRangeOptions(*command, options->range);
  addLazyOption(*command, options->range);
  command
      ->add_option("--metric", options->metric,
                   "With --view heatmap: what colors show, as in kernline ranks --metric. Default: compute")
      ->check(heatMetric())
      ->option_text("METRIC");
  command
      ->add_option("--by", options->by,
                   "With --view roofline: what is a point: shape (default), op, kernel, family, module or phase")
      ->check(oneOf({"shape", "op", "kernel", "family", "module", "phase"}))
      ->option_text("KEY");
  addDeviceOption(*command, options->device);
  command->add_flag(
      "--blocks", options->blocks,
      "With --view memory: draw each block as a band from its allocation to its free, instead of one curve");
  command->add_option("--theme", options->theme, "Colors: light (default) or dark")
      ->check(oneOf({"light", "dark"}))
      ->option_text("THEME");
  command->add_option("--language", options->language, "Language of the texts: en (default) or zh_CN")
      ->check(oneOf({"en", "zh_CN"}))
      ->option_text("LANGUAGE");
  command->footer(renderExamples);
  command->callback([options, &result] { result = render(*options); });
}

}  // namespace kernline::cli
