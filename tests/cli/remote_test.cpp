// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on files of another machine, HOST:PATH. A script takes the place of ssh, and says which host it was asked
// for.
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class Remote : public testing::Test {
 protected:
  void SetUp() override {
    m_folder.add("ssh", "#!/bin/sh\necho \"$1\" >>" + m_folder / "hosts" + "\ncd " + m_folder.path() +
                            " && exec /bin/sh -c \"$2\"\n");
    std::filesystem::permissions(m_folder / "ssh", std::filesystem::perms::owner_all);
    std::filesystem::copy_file(fixture("ranks/ddp_straggler/rank0.json.gz"), m_folder / "it's a [1].json.gz");
    use("KERNLINE_SSH", m_folder / "ssh");
    use("KERNLINE_REMOTE", KERNLINE_PROGRAM);
  }

  void TearDown() override {
    ::unsetenv("KERNLINE_SSH");
    ::unsetenv("KERNLINE_REMOTE");
  }

  static void use(const char* variable, const std::string& value) { ::setenv(variable, value.c_str(), 1); }

  std::string hosts() { return std::filesystem::exists(m_folder / "hosts") ? readFile(m_folder / "hosts") : ""; }

  TemporaryFolder m_folder;
};

TEST_F(Remote, answersAsTheSameCommandThere) {
  const std::string trace = fixture("ranks/ddp_straggler/rank0.json.gz");
  for (const std::vector<std::string>& rest : std::vector<std::vector<std::string>>{
           {"--json"}, {"--limit", "3"}, {"--csv"}, {"--name", "it's \"$(date)\" *"}}) {
    std::vector<std::string> here{"stats", trace};
    std::vector<std::string> there{"stats", "me@node-7.local:" + trace};
    here.insert(here.end(), rest.begin(), rest.end());
    there.insert(there.end(), rest.begin(), rest.end());
    const ProgramRun asked = kernline(there);
    const ProgramRun known = kernline(here);
    EXPECT_EQ(asked.code, known.code) << asked.err;
    EXPECT_EQ(asked.out, known.out) << rest.front();
    EXPECT_EQ(asked.err, known.err);
  }
  EXPECT_THAT(hosts(), StartsWith("me@node-7.local\nme@node-7.local\n"));
}

TEST_F(Remote, AnswersInTheCharactersOfThisMachine) {
  m_folder.add("ssh", "#!/bin/sh\nexec env -u LANG LC_ALL=de_DE.ISO-8859-1 /bin/sh -c \"$2\"\n");
  const std::string trace = fixture("ranks/ddp_straggler/rank0.json.gz");
  for (const char* locale : {"C.UTF-8", "C"}) {
    const ProgramRun here = kernline({"stats", trace}, {.locale = locale});
    const ProgramRun there = kernline({"stats", "node7:" + trace}, {.locale = locale});
    EXPECT_EQ(there.out, here.out) << locale;
    EXPECT_EQ(here.out.find("µs") != std::string::npos, std::string_view(locale) != "C");
  }
}

TEST_F(Remote, takesPathsFromTheHomeThereAndPatterns) {
  EXPECT_EQ(kernline({"summary", "node7:it's a [1].json.gz"}).code, 0) << "a pattern that matches nothing";
  EXPECT_EQ(kernline({"summary", "node7:it's a ?1?.json.gz"}).code, 0);
  EXPECT_EQ(kernline({"summary", "node7:~/it's a *.json.gz"}).code, 0);
  EXPECT_THAT(kernline({"summary", "node7:--version"}).err, HasSubstr("./--version")) << "a file, no option";
  EXPECT_EQ(kernline({"export", "node7:it's*", "-o", "node7:part.json"}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(m_folder / "part.json"));
}

TEST_F(Remote, bringsWhatIsWrittenToStandardOutput) {
  const ProgramRun part = kernline({"export", "node7:it's*", "-o", "-"});
  EXPECT_EQ(part.code, 0) << part.err;
  EXPECT_THAT(part.out, HasSubstr("traceEvents"));
  const ProgramRun refused = kernline({"export", "node7:it's*", "--output=part.json"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("part.json would be a file on node7; write node7:part.json"));
  EXPECT_EQ(hosts(), "node7\n");
}

TEST_F(Remote, refusesFilesOfSeveralMachines) {
  const std::string here = fixture("ranks/ddp_straggler/rank1.json.gz");
  const ProgramRun mixed = kernline({"compare", "node7:a.json", here});
  EXPECT_EQ(mixed.code, 2);
  EXPECT_THAT(mixed.err, HasSubstr("rank1.json.gz is here, other files are on node7"));
  const ProgramRun two = kernline({"compare", "node7:a.json", "node8:a.json"});
  EXPECT_EQ(two.code, 2);
  EXPECT_THAT(two.err, HasSubstr("on node7 and on node8"));
  EXPECT_EQ(hosts(), "") << "nobody was asked";
}

TEST_F(Remote, leavesAloneWhatIsNoPlaceOnAnotherMachine) {
  m_folder.add("node7:here.json.gz", readFile(fixture("ranks/ddp_straggler/rank0.json.gz")));
  EXPECT_EQ(kernline({"summary", m_folder / "node7:here.json.gz"}).code, 0);
  EXPECT_EQ(kernline({"events", fixture("ranks/ddp_straggler/rank0.json.gz"), "--name", "phase:backward"}).code, 0);
  EXPECT_EQ(kernline({"summary", "https://example.org/a.json"}).code, 1);
  EXPECT_EQ(hosts(), "");
}

TEST_F(Remote, saysWhatIsWrongThere) {
  use("KERNLINE_REMOTE", "/nowhere/kernline");
  const ProgramRun missing = kernline({"summary", "node7:a.json"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, HasSubstr("/nowhere/kernline is not installed on node7"));
  m_folder.add("old", "#!/bin/sh\necho kernline 0.0.1\n");
  std::filesystem::permissions(m_folder / "old", std::filesystem::perms::owner_all);
  use("KERNLINE_REMOTE", m_folder / "old");
  const ProgramRun old = kernline({"summary", "node7:a.json"});
  EXPECT_EQ(old.code, 1);
  EXPECT_THAT(old.err, HasSubstr("node7 has kernline 0.0.1, this is kernline"));
  use("KERNLINE_REMOTE", KERNLINE_PROGRAM);
  const ProgramRun none = kernline({"summary", "node7:none.json"});
  EXPECT_EQ(none.code, 1);
  EXPECT_THAT(none.err, HasSubstr("none.json"));
}

TEST_F(Remote, saysThatSshFailed) {
  m_folder.add("broken", "#!/bin/sh\necho 'ssh: no route to host' >&2\nexit 255\n");
  std::filesystem::permissions(m_folder / "broken", std::filesystem::perms::owner_all);
  use("KERNLINE_SSH", m_folder / "broken");
  const ProgramRun run = kernline({"summary", "node7:a.json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("did not reach node7, or was cut off"));
  use("KERNLINE_SSH", "/nowhere/ssh");
  EXPECT_THAT(kernline({"summary", "node7:a.json"}).err, HasSubstr("cannot run /nowhere/ssh"));
}

}  // namespace
}  // namespace kernline::test
