// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/viewer/viewer_options.h"

#include "core/model/format/time_range.h"
#include "ui/kit/output/print_error.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::viewer {
namespace {

constexpr int wrongUsage = 2;

/// Names the options that an option needs behind its text, as `kernline --help` does.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string& value = option->get_option_text();
    return option->get_needs().empty() ? Formatter::make_option_opts(option) : value.empty() ? "" : " " + value;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    std::string text = Formatter::make_option_desc(option);
    for (const CLI::Option* needed : option->get_needs()) {
      text += ". Needs " + needed->get_name();
    }
    return text;
  }
};

std::string rangeSyntax(const std::string& text) {
  const auto range = parseTimeRange(text, {{0}, {std::numeric_limits<std::int64_t>::max()}});
  return range ? "" : range.error().message.english();
}

/// "1920x1080".
std::optional<QSize> sizeFrom(std::string_view text) {
  constexpr int minSize = 100;
  constexpr int maxSize = 16384;
  int width = 0;
  int height = 0;
  const char* const end = text.data() + text.size();
  const auto [afterWidth, widthError] = std::from_chars(text.data(), end, width);
  if (widthError != std::errc{} || afterWidth == end || *afterWidth != 'x') {
    return std::nullopt;
  }
  const auto [afterHeight, heightError] = std::from_chars(afterWidth + 1, end, height);
  const auto isSane = [](int extent) { return extent >= minSize && extent <= maxSize; };
  if (heightError != std::errc{} || afterHeight != end || !isSane(width) || !isSane(height)) {
    return std::nullopt;
  }
  return QSize(width, height);
}

void addPictureOptions(CLI::App& app, ViewerOptions& options, std::string& view, std::string& metric) {
  CLI::Option* screenshot =
      app.add_option("--screenshot", options.screenshot, "Write a picture of FILE and exit; needs no display")
          ->option_text("PICTURE.png|.svg");
  app.add_option("--view", view,
                 "View in the picture: window; or only timeline, overview, memory, roofline, heatmap, compare, matrix "
                 "or series. The last four take several files")
      ->check(CLI::IsMember(
          {"window", "timeline", "overview", "memory", "roofline", "heatmap", "compare", "matrix", "series"}))
      ->needs(screenshot)
      ->option_text("VIEW");
  app.add_option("--metric", metric, "Metric shown as colors of the heat map, e.g. waiting")
      ->check([](const std::string& text) { return isHeatName(text) ? std::string() : "no such metric"; })
      ->option_text("METRIC");
  app.add_option("--by", options.workBy, "Group points of the roofline by shape, op, kernel, family, module or phase")
      ->transform(CLI::CheckedTransformer(std::map<std::string, ui::WorkBy>{{"shape", ui::WorkBy::Shape},
                                                                            {"op", ui::WorkBy::Op},
                                                                            {"kernel", ui::WorkBy::Kernel},
                                                                            {"family", ui::WorkBy::Family},
                                                                            {"module", ui::WorkBy::Module},
                                                                            {"phase", ui::WorkBy::Phase}}))
      ->option_text("KEY");
  app.add_option("--device", options.device, "Use the peak rates of this GPU for the roofline, e.g. H100")
      ->option_text("NAME");
  app.add_flag("--blocks", options.stacksBlocks, "In the memory picture, draw one band per block instead of one curve");
  app.add_flag("--overview", options.showsOverview, "Show the overview instead of the timeline in the window picture")
      ->needs(screenshot);
  app.add_flag("--idle-causes", options.notes, "Show idle causes and queue depth in the picture")->needs(screenshot);
  CLI::Option* range = app.add_option("--range", options.range.range, "Time range to show, e.g. 1.5ms..3ms")
                           ->check(CLI::Validator(rangeSyntax, "A..B"))
                           ->option_text("A..B");
  app.add_flag("--lazy", options.range.isLazy,
               "For Parquet exports, read only the row groups that --range touches, and later what "
               "comes into sight")
      ->needs(range);
  CLI::Option* steps =
      app.add_option("--steps", options.range.steps, "Steps in the picture, by number as kernline steps lists them")
          ->needs(screenshot)
          ->excludes(range)
          ->option_text("A..B");
  app.add_option("--steps-by", options.range.stepsBy,
                 "Kind of steps: recorded, annotations, functions, rounds, or a name of spans")
      ->needs(steps)
      ->option_text("WHICH");
  app.add_option("--select", options.select,
                 "Select the longest span with this name in the picture, or an entry of the outline of a log")
      ->needs(screenshot)
      ->option_text("NAME");
}

}  // namespace

std::variant<ViewerOptions, int> parseViewerOptions(int argc, char** argv) {
  ViewerOptions options;
  std::string theme;
  std::string language;
  std::string size;
  std::string view;
  std::string metric;
  CLI::App app("View GPU traces, memory snapshots and profiler logs.", "kernline-viewer");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", "kernline-viewer " KERNLINE_VERSION);
  app.footer(
      "Examples:\n"
      "  kernline-viewer rank0.json.gz rank1.json.gz\n"
      "  kernline-viewer --screenshot step.png --size 1920x1080 --theme dark --range 12ms..14ms train.json.gz");
  app.add_option("FILE", options.files,
                 "Traces and logs to open, one tab each; a folder with the traces of all ranks of a run opens as one; "
                 "- reads standard input")
      ->option_text(" ");
  app.add_option("--theme", theme, "Colors: system, light or dark")
      ->check(CLI::IsMember({"system", "light", "dark"}))
      ->option_text("THEME");
  app.add_option("--language", language,
                 "Language of the window: system, en or zh_CN. Default: as set in the window; en in pictures")
      ->check(CLI::IsMember({"system", "en", "zh_CN", "zh"}))
      ->option_text("LANGUAGE");
  app.add_option("--size", size, "Size of the window, e.g. 1920x1080")
      ->check([](const std::string& text) { return sizeFrom(text) ? std::string() : "expected WIDTHxHEIGHT"; })
      ->option_text("WxH");
  app.add_option("--max-memory", options.maxMemory,
                 "Max memory to use for reading files, e.g. 8G. Default: as set in the window")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("SIZE");
  addPictureOptions(app, options, view, metric);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : wrongUsage;
  }
  options.theme = ui::themeFromText(QString::fromStdString(theme));
  options.language = ui::languageFromText(QString::fromStdString(language));
  options.comparison = view == "compare"  ? std::optional(ui::RunsWindow::Mode::Differences)
                       : view == "matrix" ? std::optional(ui::RunsWindow::Mode::Matrix)
                       : view == "series" ? std::optional(ui::RunsWindow::Mode::Series)
                                          : std::nullopt;
  options.drawsHeatMap = view == "heatmap";
  options.metric = std::move(metric);
  options.drawsMemory = view == "memory";
  options.drawsRoofline = view == "roofline";
  if ((options.drawsMemory || options.drawsRoofline) && options.files.size() != 1) {
    ui::printError("--view " + view + " takes one file");
    return wrongUsage;
  }
  options.size = sizeFrom(size).value_or(QSize());
  options.subject = view == "timeline"   ? ui::PictureOf::Timeline
                    : view == "overview" ? ui::PictureOf::Overview
                                         : ui::PictureOf::Window;
  return options;
}

}  // namespace kernline::viewer
