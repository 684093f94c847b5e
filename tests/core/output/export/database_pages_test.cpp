// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/recording/database_pages.h"

#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using recording::DatabasePages;
using recording::Record;
using recording::TableLeaves;

/// A table of numbers with an index and texts, in a file of its own.
class Pages : public testing::Test {
 public:
  ~Pages() override { std::filesystem::remove(path); }

 protected:
  Pages() { run("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT); CREATE INDEX t_a ON t(a)"); }

  std::string run(const std::string& statements) {
    sqlite3* db = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
    std::string answer;
    char* message = nullptr;
    sqlite3_exec(
        db, statements.c_str(),
        [](void* to, int count, char** values, char**) {
          for (int i = 0; i < count; ++i) {
            static_cast<std::string*>(to)->append(values[i] == nullptr ? "NULL" : values[i]).append(1, ' ');
          }
          return 0;
        },
        &answer, &message);
    EXPECT_EQ(message, nullptr) << message;
    sqlite3_free(message);
    sqlite3_close(db);
    return answer;
  }

  std::uint32_t rootOf(const std::string& name) {
    return static_cast<std::uint32_t>(
        std::stoul(run("SELECT rootpage FROM sqlite_schema WHERE name = '" + name + "'")));
  }

  /// Rows with a growing number and a text of a length each.
  void fill(const std::vector<std::int64_t>& numbers, const std::vector<std::size_t>& lengths, std::size_t rowsAtOnce) {
    const std::uint32_t table = rootOf("t");
    const std::uint32_t index = rootOf("t_a");
    DatabasePages pages(path);
    Record record;
    for (std::size_t first = 0; first < numbers.size(); first += rowsAtOnce) {
      TableLeaves leaves;
      for (std::size_t i = first; i < std::min(first + rowsAtOnce, numbers.size()); ++i) {
        record.clear();
        record.add({});
        record.add(sql::Cell::integer(numbers[i]));
        record.add(sql::Cell::text(std::string(lengths[i % lengths.size()], static_cast<char>('a' + i % 26))));
        leaves.add(static_cast<std::int64_t>(i), record.bytes());
      }
      leaves.finish();
      pages.addRows(leaves);
    }
    pages.finishTable(table);
    pages.addIndex(index, numbers.size(),
                   [&](std::size_t i) { return DatabasePages::Entry{numbers[i], static_cast<std::int64_t>(i)}; });
    EXPECT_TRUE(pages.finish());
  }

  /// The same rows by SQLite's own hand, in a table u.
  void insert(const std::vector<std::int64_t>& numbers, const std::vector<std::size_t>& lengths) {
    std::string statements = "BEGIN; CREATE TABLE u (id INTEGER PRIMARY KEY, a INTEGER, b TEXT);";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      statements += fmt::format("INSERT INTO u VALUES ({}, {}, replace(hex(zeroblob({})), '00', '{}'));", i, numbers[i],
                                lengths[i % lengths.size()], static_cast<char>('a' + i % 26));
    }
    run(statements + "COMMIT");
  }

  std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("kernline-pages-{}.sqlite", ::getpid())).string();
};

TEST_F(Pages, holdNumbersAndTextsOfEverySize) {
  std::vector<std::int64_t> numbers{std::numeric_limits<std::int64_t>::min()};
  for (int bits = 62; bits > 0; --bits) {
    for (const std::int64_t more : {1, 0, -1}) {
      numbers.push_back(-(std::int64_t{1} << bits) - more);
    }
  }
  for (int bits = 0; bits < 63; ++bits) {
    for (const std::int64_t more : {-1, 0, 1}) {
      numbers.push_back((std::int64_t{1} << bits) + more);
    }
  }
  std::ranges::sort(numbers);
  // Around what fits into a leaf, and into one more page.
  std::vector<std::size_t> lengths{0, 1, 57, 58, 120, 8150, 12242, 12243, 20000};
  for (std::size_t length = 4030; length < 4070; ++length) {
    lengths.push_back(length);
  }
  fill(numbers, lengths, 50);
  insert(numbers, lengths);
  EXPECT_EQ(run("PRAGMA integrity_check"), "ok ");
  EXPECT_EQ(run("SELECT count(*) FROM t"), fmt::format("{} ", numbers.size()));
  EXPECT_EQ(run("SELECT t.id FROM t JOIN u USING (id) WHERE t.a IS NOT u.a OR t.b IS NOT u.b"), "");
  EXPECT_EQ(run("SELECT count(*) FROM t INDEXED BY t_a WHERE a > 1000"), run("SELECT count(*) FROM u WHERE a > 1000"));
}

TEST_F(Pages, makeTreesOfAnyHeight) {
  for (const std::size_t count :
       {std::size_t{1}, std::size_t{2}, std::size_t{200}, std::size_t{400}, std::size_t{5000}, std::size_t{120000}}) {
    std::filesystem::remove(path);
    run("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT); CREATE INDEX t_a ON t(a)");
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < count; ++i) {
      numbers.push_back(static_cast<std::int64_t>(i / 2));
    }
    fill(numbers, {count < 100000 ? std::size_t{0} : std::size_t{900}}, 1000);
    EXPECT_EQ(run("PRAGMA integrity_check"), "ok ") << count;
    EXPECT_EQ(run("SELECT count(*), sum(a) FROM t NOT INDEXED"), run("SELECT count(*), sum(a) FROM t INDEXED BY t_a"));
    EXPECT_EQ(run(fmt::format("SELECT id FROM t WHERE a = {} ORDER BY id LIMIT 1", numbers.back())),
              fmt::format("{} ", (count - 1) / 2 * 2));
    run(fmt::format("INSERT INTO t VALUES ({}, 7, 'x'); DELETE FROM t WHERE id = {}", count, count / 2));
    EXPECT_EQ(run("PRAGMA integrity_check"), "ok ") << count;
  }
}

TEST_F(Pages, leaveOutThePageThatIsLocked) {
  constexpr std::uint64_t lockedByte = std::uint64_t{1} << 30;
  for (std::uint64_t before = 0; before < 4; ++before) {
    std::filesystem::remove(path);
    run("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT); CREATE INDEX t_a ON t(a)");
    std::filesystem::resize_file(path, lockedByte - before * recording::pageBytes);
    std::vector<std::int64_t> numbers(10);
    fill(numbers, {9000}, 4);
    EXPECT_EQ(run("SELECT count(*), sum(length(b)), min(replace(b, substr(b, 1, 1), '') = '') FROM t NOT INDEXED"),
              "10 90000 1 ");
    EXPECT_EQ(run("SELECT count(*) FROM t INDEXED BY t_a"), "10 ");
  }
}

TEST_F(Pages, reportWhatCannotBeWritten) {
  DatabasePages pages("/nowhere/at/all.sqlite");
  pages.addIndex(2, 1, [](std::size_t) { return DatabasePages::Entry{}; });
  EXPECT_FALSE(pages.finish());
}

}  // namespace
}  // namespace kernline::test
