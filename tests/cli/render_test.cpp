// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace kernline::test {
namespace {

/// A folder for pictures; skips where the viewer was not built.
class Render : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(std::filesystem::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"))) {
      GTEST_SKIP() << "this build has no viewer";
    }
  }

  TemporaryFolder folder;
  std::string trace = fixture("h200-ring-rank0.json.gz");
};

std::uint32_t bigEndian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (const char byte : bytes.substr(0, 4)) {
    value = value << 8 | static_cast<unsigned char>(byte);
  }
  return value;
}

TEST_F(Render, writesAPictureOfTheSizeAskedFor) {
  const std::string picture = folder / "timeline.png";
  const ProgramRun run = kernline({"render", trace, "--view", "timeline", "-o", picture, "--size", "900x400"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.out, "");
  const std::string png = readFile(picture);
  ASSERT_GT(png.size(), 24U);
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_EQ(bigEndian(png.substr(16)), 900U);  // IHDR
  EXPECT_EQ(bigEndian(png.substr(20)), 400U);
}

TEST_F(Render, showsAnotherRangeAndThemeInAnotherPicture) {
  const std::string whole = folder / "whole.png";
  const std::string part = folder / "part.png";
  const std::string dark = folder / "dark.png";
  EXPECT_EQ(kernline({"render", trace, "-o", whole, "--size", "900x400"}).code, 0);
  EXPECT_EQ(kernline({"render", trace, "-o", part, "--size", "900x400", "--range", "3ms..6ms"}).code, 0);
  EXPECT_EQ(kernline({"render", trace, "-o", dark, "--size", "900x400", "--theme", "dark"}).code, 0);
  EXPECT_NE(readFile(whole), readFile(part));
  EXPECT_NE(readFile(whole), readFile(dark));
}

TEST_F(Render, writesSvgWithTheTracksNames) {
  const std::string picture = folder / "timeline.svg";
  EXPECT_EQ(kernline({"render", trace, "-o", picture, "--size", "900x400"}).code, 0);
  const std::string svg = readFile(picture);
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("viewBox=\"0 0 900 400\""), std::string::npos) << svg.substr(0, 400);
}

TEST_F(Render, drawsTheWholeOverviewOrThatOfARange) {
  const std::string whole = folder / "whole.png";
  const std::string part = folder / "part.png";
  EXPECT_EQ(kernline({"render", trace, "--view", "overview", "-o", whole}).code, 0);
  EXPECT_EQ(kernline({"render", trace, "--view", "overview", "-o", part, "--range", "3ms..6ms"}).code, 0);
  for (const char* view : {"overview", "timeline", "roofline"}) {
    const ProgramRun beyond = kernline({"render", trace, "--view", view, "-o", part, "--range", "90s..91s"});
    EXPECT_NE(beyond.code, 0) << view;
    EXPECT_THAT(beyond.err, mentions("range-outside-recording", anyValue, anyValue)) << beyond.err;
  }
  const std::string png = readFile(whole);
  ASSERT_GT(png.size(), 24U);
  EXPECT_GT(bigEndian(png.substr(20)), 900U) << "as high as its contents are";
  EXPECT_NE(png, readFile(part));
}

TEST_F(Render, drawsAllComparedTracesAsHighAsTheyAreOrInTheSizeAskedFor) {
  const std::string other = fixture("h200-ring-rank1.json.gz");
  const std::string whole = folder / "whole.png";
  const std::string sized = folder / "sized.png";
  const ProgramRun run = kernline({"render", trace, other, trace, other, "--view", "compare", "-o", whole});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_GT(bigEndian(readFile(whole).substr(20)), 900U);
  const ProgramRun small =
      kernline({"render", trace, other, trace, other, "--view", "compare", "-o", sized, "--size", "1280x400"});
  EXPECT_EQ(small.code, 0);
  EXPECT_EQ(bigEndian(readFile(sized).substr(16)), 1280U);
  EXPECT_EQ(bigEndian(readFile(sized).substr(20)), 400U);
  EXPECT_TRUE(small.err.contains("of 4 timelines")) << small.err;
}

TEST_F(Render, drawsTheRoofline) {
  const std::string steps = fixture("h200-profiler-steps.json.gz");
  const std::string usual = folder / "usual.png";
  const std::string part = folder / "part.png";
  const ProgramRun run = kernline({"render", steps, "--view", "roofline", "-o", usual, "--size", "900x400"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(bigEndian(readFile(usual).substr(16)), 900U);
  const ProgramRun other = kernline({"render", steps, "--view", "roofline", "--by", "family", "--steps", "1..2",
                                     "--device", "H100", "-o", part, "--size", "900x400"});
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_NE(readFile(usual), readFile(part));
}

TEST_F(Render, saysWhyThereIsNoRoofline) {
  const std::string picture = folder / "x.png";
  const ProgramRun shapeless =
      kernline({"render", fixture("torch-alexnet-a100.json.gz"), "--view", "roofline", "-o", picture});
  EXPECT_EQ(shapeless.code, 1);
  EXPECT_EQ(shapeless.err, "kernline: no work here has known FLOPs; kernline work says why\n");
  const ProgramRun elsewhere = kernline({"render", trace, "--view", "roofline", "--range", "90s..91s", "-o", picture});
  EXPECT_EQ(elsewhere.code, 1);
  EXPECT_TRUE(elsewhere.err.starts_with("kernline: ")) << elsewhere.err;
  EXPECT_EQ(kernline({"render", trace, "--by", "op", "-o", picture}).code, 2);
  EXPECT_EQ(kernline({"render", trace, "--view", "roofline", "--device", "nothing", "-o", picture}).code, 2);
  EXPECT_EQ(kernline({"render", trace, trace, "--view", "roofline", "-o", picture}).code, 2);
  EXPECT_FALSE(std::filesystem::exists(picture));
}

TEST_F(Render, drawsTheHeatMapOfRanks) {
  const std::string ranks = fixture("ranks/ddp_straggler");
  const std::string usual = folder / "usual.png";
  const std::string waiting = folder / "waiting.png";
  const ProgramRun run = kernline({"render", ranks, "--view", "heatmap", "-o", usual, "--size", "1280x720"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const ProgramRun other =
      kernline({"render", ranks, "--view", "heatmap", "--metric", "waiting", "-o", waiting, "--size", "1280x720"});
  EXPECT_EQ(other.code, 0) << other.err;
  EXPECT_EQ(bigEndian(readFile(usual).substr(16)), 1280U);
  EXPECT_NE(readFile(usual), readFile(waiting));
  const ProgramRun unknown =
      kernline({"render", ranks, "--view", "heatmap", "--metric", "peak_memory", "-o", folder / "x.png"});
  EXPECT_EQ(unknown.code, 1);
  EXPECT_TRUE(unknown.err.contains("These ranks have no peak_memory; they have: ")) << unknown.err;
  EXPECT_TRUE(unknown.err.contains("step_time")) << unknown.err;
  const ProgramRun unsampled =
      kernline({"render", ranks, "--view", "heatmap", "--metric", "counter:SM active", "-o", folder / "x.png"});
  EXPECT_EQ(unsampled.code, 1);
  EXPECT_TRUE(unsampled.err.contains("no counter:SM active; they have no counters in steps.")) << unsampled.err;
  EXPECT_EQ(kernline({"render", ranks, "--view", "heatmap", "--metric", "counter:", "-o", folder / "x.png"}).code, 2);
  EXPECT_EQ(kernline({"render", trace, "--metric", "idle", "-o", folder / "x.png"}).code, 2);
  EXPECT_EQ(kernline({"render", ranks, "--view", "heatmap", "--steps", "1..2", "-o", folder / "x.png"}).code, 2);
}

TEST_F(Render, endsWith1WhenItCannotReadOrWrite) {
  const ProgramRun unreadable = kernline({"render", fixture("empty-file.json"), "-o", folder / "x.png"});
  EXPECT_EQ(unreadable.code, 1);
  EXPECT_EQ(std::ranges::count(unreadable.err, '\n'), 1) << unreadable.err;
  EXPECT_TRUE(unreadable.err.starts_with("kernline: ")) << unreadable.err;
  const ProgramRun unwritable = kernline({"render", trace, "-o", "/nowhere/at/all.png"});
  EXPECT_EQ(unwritable.code, 1);
  EXPECT_EQ(std::ranges::count(unwritable.err, '\n'), 1) << unwritable.err;
  EXPECT_TRUE(unwritable.err.starts_with("kernline: ")) << unwritable.err;
}

TEST_F(Render, namesNeededOptionsBehindTheTextsOfTheViewersOptions) {
  const std::string viewer = std::filesystem::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer");
  const std::string help = kernline({"--help"}, {.program = viewer}).out;
  EXPECT_THAT(help, testing::HasSubstr("in the window picture. Needs --screenshot\n"));
  EXPECT_THAT(help, testing::Not(testing::HasSubstr("Needs:")));
}

/// With a viewer that finds no plugins of Qt.
TEST_F(Render, saysWhatIsMissingWhereQtCannotStart) {
  const std::string viewer = folder / "kernline-viewer";
  std::filesystem::copy_file(std::filesystem::path{KERNLINE_PROGRAM}.replace_filename("kernline-viewer"), viewer);
  std::ofstream(folder / "qt.conf") << "[Paths]\nPlugins = nowhere\n";
  const std::string picture = folder / "x.png";
  const ProgramRun drawing = kernline({"--screenshot", picture, trace}, {.program = viewer});
  EXPECT_EQ(drawing.code, 1);
  EXPECT_TRUE(drawing.err.starts_with("kernline: cannot draw: Qt's platform plugin \"offscreen\" does not start"))
      << drawing.err;
  const ProgramRun opening =
      kernline({"-c", "QT_QPA_PLATFORM=xcb exec " + viewer + " " + trace}, {.program = "/bin/sh"});
  EXPECT_EQ(opening.code, 1);
  EXPECT_TRUE(opening.err.starts_with("kernline: cannot open a window: Qt's platform plugin \"xcb\" does not start"))
      << opening.err;
  for (const std::string& said : {drawing.err, opening.err}) {
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
  }
}

TEST_F(Render, saysWhatIsWrongAsAllCommandsDo) {
  const ProgramRun alone = kernline({"render", trace, "--view", "compare", "-o", folder / "x.png"});
  EXPECT_EQ(alone.code, 1);
  EXPECT_TRUE(alone.err.starts_with("kernline: ")) << alone.err;
  const ProgramRun memoryless = kernline({"render", trace, "--view", "memory", "-o", folder / "x.png"});
  EXPECT_EQ(memoryless.code, 1);
  EXPECT_TRUE(memoryless.err.starts_with("kernline: ")) << memoryless.err;
  const std::string steps = fixture("h200-profiler-steps.json.gz");
  for (const char* view : {"timeline", "overview", "memory", "roofline"}) {
    const ProgramRun beyond = kernline({"render", steps, "--view", view, "--steps", "9", "-o", folder / "x.png"});
    EXPECT_EQ(beyond.code, 1) << view;
    EXPECT_TRUE(beyond.err.starts_with("kernline: " + steps + ": no steps 9: ")) << beyond.err;
  }
  for (const char* view : {"timeline", "overview", "memory", "roofline", "heatmap"}) {
    const ProgramRun missing = kernline({"render", folder / "none.json", "--view", view, "-o", folder / "x.png"});
    EXPECT_EQ(missing.err, "kernline: cannot open " + folder / "none.json" + ": " + phrase("no-such-file") + "\n");
  }
  const ProgramRun ignored = kernline({"render", trace, "--view", "timeline", "--blocks", "-o", folder / "x.png"});
  EXPECT_EQ(ignored.code, 2);
  EXPECT_EQ(ignored.err, "kernline: --blocks is for --view memory\n");
  const std::string snapshot = fixture("memory/h200-out-of-memory.pickle");
  const ProgramRun timeless = kernline({"render", snapshot, "--view", "timeline", "-o", folder / "x.png"});
  EXPECT_EQ(timeless.err,
            "kernline: " + snapshot + ": a memory snapshot has no timeline or overview; use --view memory\n");
}

}  // namespace
}  // namespace kernline::test
