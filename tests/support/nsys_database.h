// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

struct sqlite3;

namespace kernline::test {

/// The bytes of a database that these statements make. Fails the running test where SQLite refuses one.
[[nodiscard]] std::string databaseOf(const std::string& statements);

/// A small database as `nsys export --type sqlite` writes it, made here: tables and columns by fact, rows by the test.
class NsysDatabase {
 public:
  /// Creates a database with texts, versions, two GPUs and enumerations, and no event.
  NsysDatabase();
  NsysDatabase(const NsysDatabase&) = delete;
  NsysDatabase& operator=(const NsysDatabase&) = delete;
  ~NsysDatabase();

  /// Fails the running test where SQLite refuses.
  void run(const std::string& statements);

  /// The number of a text in StringIds.
  std::int64_t text(std::string_view text);

  /// A process or a thread as nsys numbers them.
  static std::int64_t globalPid(std::int64_t pid) { return (std::int64_t{1} << 48) + (pid << 24); }
  static std::int64_t globalTid(std::int64_t pid, std::int64_t tid) { return globalPid(pid) + tid; }

  void addKernel(std::int64_t pid, std::int64_t start, std::int64_t end, std::string_view name,
                 std::int64_t correlation, std::int64_t stream = 7, std::int64_t device = 0);
  void addCall(std::int64_t pid, std::int64_t tid, std::int64_t start, std::int64_t end, std::string_view name,
               std::int64_t correlation);
  /// 59: a range pushed and popped, 60: one started and ended, 34: a mark.
  void addNvtx(std::int64_t pid, std::int64_t tid, std::int64_t start, std::int64_t end, std::string_view text,
               int type = 59, std::int64_t domain = 0);

  /// Returns the database so far, as the bytes of a file.
  [[nodiscard]] std::string bytes();

 private:
  sqlite3* m_db = nullptr;
  std::map<std::string, std::int64_t, std::less<>> m_texts;
};

}  // namespace kernline::test
