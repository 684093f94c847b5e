// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>
#include <algorithm>

#include <filesystem>
#include <fstream>

namespace kernline::test {
namespace {

void expectOneLine(const ProgramRun& run) {
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_TRUE(run.err.starts_with("kernline: ")) << run.err;
  EXPECT_EQ(run.out, "");
}

TEST(Usage, namesWhatStandsBehindTheLastOptionToo) {
  const std::string file = fixture("chrome-trivial.json");
  EXPECT_TRUE(kernline({"query", file, "SELECT 1", "--", "--json"}).err.contains("unknown option --json"));
  EXPECT_TRUE(kernline({"query", "--", file, "SELECT 1", "more"}).err.contains("unexpected argument \"more\""));
  EXPECT_EQ(kernline({"query", "--", file, "SELECT 1"}).code, 0);
}

TEST(Usage, answersHelpAndVersion) {
  const ProgramRun version = kernline({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out, "kernline " KERNLINE_VERSION "\n");
  const ProgramRun overview = kernline({"--help"});
  EXPECT_EQ(overview.code, 0);
  EXPECT_NE(overview.out.find("\n  record  "), std::string::npos) << "a program of its own, but a command";
  for (const char* command : {"summary", "stats", "events", "query", "export", "render"}) {
    const ProgramRun help = kernline({command, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_NE(help.out.find("Examples:"), std::string::npos) << command;
    EXPECT_EQ(help.err, "");
  }
}

TEST(Usage, answersHelpHoweverItIsAskedFor) {
  EXPECT_EQ(kernline({"help", "stats"}).out, kernline({"stats", "--help"}).out);
  EXPECT_EQ(kernline({"help"}).out, kernline({"--help"}).out);
  EXPECT_EQ(kernline({"-V"}).out, kernline({"--version"}).out);
}

TEST(Usage, saysWhatMayBeMeantAndWhereHelpIs) {
  const std::string file = fixture("chrome-trivial.json");
  for (const auto& [arguments, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"stats", "--jsno", file}, "unknown option --jsno; did you mean --json? See kernline stats --help"},
           {{"stats", "--kind", "kernl", file}, "did you mean kernel? See kernline stats --help"},
           {{"query", file, "SELECT 1", "more"}, "unexpected argument \"more\"; see kernline query --help"},
           {{"ranks", "--limit", "-1", file}, "\"-1\" is not a whole number of 0 or more; see kernline ranks --help"},
           {{"compare", "--by", "famly", file, file},
            "--by: \"famly\" is not one of name, normal, family, op, shape, order; did you mean family? See kernline "
            "compare --help"},
           {{"compare", "--fail-above", "-3", file, file},
            "--fail-above: \"-3\" is not a number above 0; see kernline compare --help"},
           {{"summary", "--max-memory", "x", file},
            "--max-memory: \"x\" is not a size; write e.g. 8G; see kernline summary --help"},
           {{"query", "--timeout", "soon", file, "SELECT 1"},
            "--timeout: \"soon\" is not a time; write e.g. 30s; see kernline query --help"},
           {{"query", "--timeout", "0s", file, "SELECT 1"}, "is not a time above 0; see kernline query --help"},
           {{"summary", file, "--color"}, "--color needs a value; see kernline summary --help"},
           {{"help", "stat"}, "unknown command \"stat\"; did you mean kernline help stats?"},
           {{"help", "frobnicate"}, "unknown command \"frobnicate\"; see kernline --help"},
           {{"--frobnicate"}, "unknown option --frobnicate; see kernline --help"}}) {
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 2);
    expectOneLine(run);
    EXPECT_NE(run.err.find(said), std::string::npos) << run.err;
  }
}

TEST(Usage, takesNothingBehindAnEqualsSignForAnEmptyValue) {
  const std::string file = fixture("chrome-trivial.json");
  const ProgramRun apart = kernline({"stats", "--filter", "", "--kind", "all", file, "--json"});
  EXPECT_TRUE(nlohmann::json::accept(apart.out)) << apart.err;
  EXPECT_EQ(kernline({"stats", "--filter=", "--kind", "all", file, "--json"}).out, apart.out);
  EXPECT_EQ(kernline({"stats", file, "--kind", "all", "--json", "--filter="}).out, apart.out);
  EXPECT_EQ(kernline({"stats", "--kind", "all", "--json=", file}).out,
            kernline({"stats", "--kind", "all", "--json", file}).out)
      << "a flag has no value";
  EXPECT_NE(kernline({"stats", "--limit=", file}).err.find("--limit: \"\" is not a whole number"), std::string::npos);
  EXPECT_NE(kernline({"stats", "--by=", file}).err.find("--by: \"\" is not one of name"), std::string::npos);
  EXPECT_NE(kernline({"stats", "--", "--filter="}).err.find("cannot open --filter="), std::string::npos)
      << "behind -- are files";
}

TEST(Usage, refusesOptionsThatWouldBeIgnored) {
  const std::string file = fixture("chrome-trivial.json");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"export", file, "-o", "out.json", "--args"},
                                             {"compare", file, file, "--metric", "time"},
                                             {"memory", file, "--align", "each-step"},
                                             {"memory", file, file, "--at", "1ms"},
                                             {"compare", file, "--matrix", "--by", "family"}}) {
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 2);
    expectOneLine(run);
    EXPECT_NE(run.err.find(" applies "), std::string::npos) << run.err;
  }
}

TEST(Usage, refusesOptionsWithoutEffect) {
  const std::string file = fixture("chrome-trivial.json");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"summary", file, "--all", "--json"},
                                             {"tables", file, "--all", "--csv"},
                                             {"memory", file, "--limit", "3", "--json"},
                                             {"memory", file, "--by", "op", "--csv"},
                                             {"calltree", file, "--names", "raw", "--folded"},
                                             {"ranks", file, "--limit", "3", "--json"},
                                             {"compare", file, file, "--limit", "3", "--csv"}}) {
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 2);
    expectOneLine(run);
    EXPECT_NE(run.err.find(" has no effect with --"), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("; see kernline " + arguments.front() + " --help"), std::string::npos) << run.err;
  }
}

TEST(Usage, refusesARangeOutsideOfTheProfile) {
  const std::string file = fixture("h200-ring-rank0.json.gz");
  for (const char* command : {"stats", "events", "calltree", "modules", "work", "advise"}) {
    const ProgramRun run = kernline({command, file, "--range", "5s..6s"});
    EXPECT_EQ(run.code, 1) << command;
    expectOneLine(run);
    EXPECT_THAT(run.err, mentions("range-outside-recording", anyValue, "36.57 ms")) << run.err;
  }
  EXPECT_EQ(kernline({"stats", file, "--range", "30ms..6s"}).code, 0);
}

TEST(Usage, takesTimeAfterTheEndOfTheProfileForNothing) {
  const std::string file = fixture("h200-profiler-steps.json.gz");
  for (const char* command : {"work", "advise"}) {
    EXPECT_EQ(kernline({command, file, "--range", "12ms..20s"}).out, kernline({command, file, "--range", "12ms.."}).out)
        << command;
  }
}

TEST(Usage, writesToStandardOutputWhereAsked) {
  const std::string file = fixture("h200-ring-rank0.json.gz");
  const ProgramRun trace = kernline({"export", file, "-o", "-", "--range", "1ms..2ms"});
  EXPECT_TRUE(nlohmann::json::accept(trace.out)) << trace.err;
  const ProgramRun page = kernline({"compare", file, fixture("h200-ring-rank1.json.gz"), "--html", "-"});
  EXPECT_TRUE(page.out.starts_with("<!")) << page.err;
}

TEST(Usage, answersWithOneDocumentForEveryKindOfFileOrRefusesItInALine) {
  const std::vector<std::string> files{fixture("h200-ring-rank0.json.gz"), fixture("chrome-trivial.json"),
                                       fixture("memory/training-protocol-4.pickle"), fixture("empty-file.json")};
  for (const char* command : {"summary", "stats", "steps", "calltree", "modules", "work", "advise", "whatif", "source",
                              "events", "tables", "memory", "compare", "ranks", "families", "work-rules"}) {
    for (const std::string& file : files) {
      const ProgramRun run = kernline({command, file, "--json"});
      SCOPED_TRACE(std::string(command) + " " + file);
      EXPECT_EQ(run.code == 0, nlohmann::json::accept(run.out)) << run.out.substr(0, 200);
      EXPECT_EQ(run.code == 0, !run.out.empty());
      EXPECT_TRUE(run.code == 0 || run.code == 1);
      if (run.code == 1) {
        expectOneLine(run);
      }
    }
  }
}

TEST(Usage, keepsToTheCharactersOfTheLocale) {
  const std::string file = fixture("h200-ring-rank0.json.gz");
  const ProgramRun plain = kernline({"summary", file}, {.locale = "C"});
  EXPECT_TRUE(std::ranges::all_of(plain.out, [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
  EXPECT_NE(plain.out.find("66.21 us"), std::string::npos);
  EXPECT_NE(kernline({"summary", file}).out.find("66.21 µs"), std::string::npos);
  EXPECT_EQ(kernline({"stats", "--json", file}, {.locale = "C"}).out, kernline({"stats", "--json", file}).out);
}

TEST(Usage, colorsWhereAsked) {
  const std::string file = fixture("h200-ring-rank0.json.gz");
  EXPECT_EQ(kernline({"summary", file}).out.find('\x1b'), std::string::npos) << "it is no terminal";
  EXPECT_NE(kernline({"summary", file, "--color", "always"}).out.find("\x1b[1mDevices\x1b[0m"), std::string::npos);
  EXPECT_EQ(kernline({"stats", "--json", file, "--color", "always"}).out, kernline({"stats", "--json", file}).out);
}

TEST(Usage, endsWith2WhenItIsWrong) {
  const std::string file = fixture("chrome-trivial.json");
  const std::vector<std::vector<std::string>> wrong{{"summary"},
                                                    {"summary", "--nonsense", file},
                                                    {"stats", "--kind", "cats", file},
                                                    {"stats", "--by", "cats", file},
                                                    {"stats", "--range", "5", file},
                                                    {"stats", "--json", "--csv", file},
                                                    {"stats", "--limit", "-1", file},
                                                    {"events", "--name", "(", file},
                                                    {"events", "--range", "2ms..1ms", file},
                                                    {"query", file},
                                                    {"query", file, "SELECT nonsense"},
                                                    {"query", file, "DROP TABLE spans"},
                                                    {"query", file, "SELECT 1", "--json", "--csv"},
                                                    {"export", file},
                                                    {"export", file, "-o", "out.pdf"},
                                                    {"export", file, "-o", "out.sqlite", "--range", "1ms..2ms"},
                                                    {"export", file, "-o", file},
                                                    {"stats", "--csv", "--markdown", file},
                                                    {"render", file},
                                                    {"render", file, "-o", "picture.bmp"},
                                                    {"render", file, "-o", "a.png", "--view", "soup"},
                                                    {"render", file, "-o", "a.png", "--size", "5x5"},
                                                    {"render", file, "-o", "a.png", "--range", "5"}};
  for (const std::vector<std::string>& arguments : wrong) {
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 2) << arguments.back();
    expectOneLine(run);
  }
}

TEST(Usage, endsWith1AndOneLineWhenTheInputIsOfNoUse) {
  const TemporaryFolder folder;
  folder.add("script.py", "import torch\n");
  for (const std::string& file : {fixture("empty-file.json"), fixture("no-trace-google-cloud-spans.json"),
                                  std::string{KERNLINE_SOURCE_DIR "/tests/fuzz/collect_seeds.sh"}, folder.path(),
                                  std::string{"/nowhere/at/all.json"}}) {
    for (const char* command : {"summary", "stats", "events"}) {
      const ProgramRun run = kernline({command, file});
      EXPECT_EQ(run.code, 1) << command << ' ' << file;
      expectOneLine(run);
      EXPECT_NE(run.err.find(file), std::string::npos) << "which file: " << run.err;
    }
  }
}

TEST(Usage, answersForTheGoodFilesBesideABadOne) {
  const ProgramRun run =
      kernline({"summary", "--json", fixture("chrome-trivial.json"), "/nowhere.json", fixture("utf8-bom.json")});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out).at("files").size(), 2U);
}

TEST(Usage, readsStandardInputAndCompressedFilesAlike) {
  const std::string file = fixture("h200-ring-rank0.json.gz");
  nlohmann::json byName = answerOf({"summary", "--json", file});
  nlohmann::json piped = answerOf({"summary", "--json", "-"}, {.input = readFile(file)});
  nlohmann::json plain = answerOf({"summary", "--json", "-"}, {.input = readDecoded(file)});
  EXPECT_EQ(piped.at("files").at(0).at("path"), "-");
  for (nlohmann::json* answer : {&byName, &piped, &plain}) {
    EXPECT_FALSE(answer->at("devices").empty());
    answer->erase("files");
  }
  // A rank is read off the file's name where the trace does not say it.
  const auto events = [](const nlohmann::json& answer) { return answer.at("events"); };
  EXPECT_EQ(events(byName), events(piped));
  EXPECT_EQ(piped, plain);
}

TEST(Usage, marksEveryEntryWithItsFileWhereThereAreSeveral) {
  const nlohmann::json answer =
      answerOf({"summary", "--json", fixture("h200-ring-rank0.json.gz"), fixture("h200-ring-rank1.json.gz")});
  ASSERT_EQ(answer.at("devices").size(), 2U);
  EXPECT_EQ(answer.at("devices").at(0).at("file"), 0);
  EXPECT_EQ(answer.at("devices").at(1).at("file"), 1);
  EXPECT_EQ(answer.at("devices").at(1).at("rank"), 1);
  const ProgramRun csv = kernline(
      {"stats", "--csv", "--limit", "1", fixture("h200-ring-rank0.json.gz"), fixture("h200-ring-rank1.json.gz")});
  EXPECT_TRUE(csv.out.starts_with("file,name,")) << csv.out;
  EXPECT_EQ(std::ranges::count(csv.out, '\n'), 3);
}

TEST(Usage, endsQuietlyWhenNobodyReads) {
  const ProgramRun run = kernline({"events", "--json", fixture("h200-profiler-steps.json.gz")}, {.closeOutput = true});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
}

TEST(Usage, saysWhenTheAnswerCannotBeWritten) {
  const ProgramRun run = kernline({"summary", fixture("chrome-trivial.json")}, {.outputFile = "/dev/full"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, mentions("no-space-left-on-device")) << run.err;
}

/// The program alone in a folder, as on a machine without the viewer and the recorder.
class Alone : public testing::Test {
 protected:
  Alone() {
    std::filesystem::create_directory(program.parent_path());
    std::filesystem::copy_file(KERNLINE_PROGRAM, program, std::filesystem::copy_options::overwrite_existing);
  }

  TemporaryFolder folder;
  std::filesystem::path program = folder / "bin/kernline";
};

TEST_F(Alone, saysThatTheViewerIsMissing) {
  const RunOptions options{
      .input = {}, .program = program.string(), .path = program.parent_path(), .closeOutput = false, .outputFile = {}};
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {}, {fixture("chrome-trivial.json")}, {"render", fixture("chrome-trivial.json"), "-o", "x.png"}}) {
    const ProgramRun run = kernline(arguments, options);
    EXPECT_EQ(run.code, 1);
    expectOneLine(run);
    EXPECT_NE(run.err.find("kernline-viewer"), std::string::npos);
  }
}

TEST_F(Alone, endsWith3WhereThereIsNoRecorder) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"record", "list"},
                                             {"record", "--help"},
                                             {"record", "run", "gemm", "--set", "n=4"},
                                             {"record", "--", "python", "x.py", "--foo"}}) {
    const ProgramRun run = kernline(arguments, {.program = program.string(), .path = program.parent_path()});
    EXPECT_EQ(run.code, 3);
    expectOneLine(run);
  }
}

TEST_F(Alone, becomesTheRecorderWithEveryWordAsItIs) {
  for (const std::filesystem::path& place :
       {program.parent_path(), std::filesystem::path{folder / "libexec/kernline"}}) {
    std::filesystem::create_directories(place);
    const std::filesystem::path recorder = place / "kernline-recorder";
    std::ofstream(recorder) << "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 42\n";
    std::filesystem::permissions(recorder, std::filesystem::perms::owner_all);
    const ProgramRun run =
        kernline({"record", "-o", "a b", "--", "python", "", "--json"}, {.program = program.string()});
    std::filesystem::remove(recorder);
    EXPECT_EQ(run.code, 42) << place;
    EXPECT_EQ(run.out, "<-o><a b><--><python><><--json>");
  }
}

TEST(Usage, suggestsTheCommandThatAMisspelledOneIsLike) {
  for (const auto& [written, meant] : {std::pair{"sumary", "kernline summary?"}, {"stat", "kernline stats?"}}) {
    const ProgramRun run = kernline({written, fixture("chrome-trivial.json")});
    EXPECT_EQ(run.code, 2) << written;
    expectOneLine(run);
    EXPECT_NE(run.err.find(meant), std::string::npos) << run.err;
  }
}

TEST(Usage, takesAWordThatIsLikeNoCommandForAFile) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"x"}, {"train.json"}, {fixture("chrome-trivial.json"), "stat"}}) {
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 1) << arguments.back();
    expectOneLine(run);
    EXPECT_NE(run.err.find("neither a file nor a command"), std::string::npos) << run.err;
  }
}

TEST(Usage, saysThatAFileHasNoSpans) {
  const TemporaryFile nothing("[", ".json");
  EXPECT_THAT(kernline({"stats", nothing.path()}).err, testing::HasSubstr("the file has no spans; there are no times"));
  const TemporaryFile counter(R"([{"ph":"C","name":"power","pid":1,"ts":1,"args":{"watts":3}}])", ".json");
  EXPECT_THAT(kernline({"stats", counter.path()}).err, testing::HasSubstr("the file has no spans, only 1 counter; "));
}

TEST(Usage, saysInOneLineBesideTheAnswerThatAFileIsDamaged) {
  const std::string file = fixture("begin-end-trouble.json");
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"stats", file},
                                             {"stats", "--json", file},
                                             {"stats", "--csv", file},
                                             {"events", file},
                                             {"query", file, "SELECT count(*) FROM spans"}}) {
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 0) << arguments.front();
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_TRUE(run.err.starts_with("kernline: " + file + ": ")) << run.err;
    EXPECT_NE(run.err.find(" repaired while reading; see "), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("kernline summary " + file), std::string::npos) << run.err;
    EXPECT_EQ(run.out.find("repaired"), std::string::npos) << "the answer stays clean";
  }
  EXPECT_EQ(kernline({"summary", file}).err, "") << "it lists them";
  EXPECT_EQ(kernline({"stats", fixture("chrome-trivial.json")}).err, "");
}

}  // namespace
}  // namespace kernline::test
