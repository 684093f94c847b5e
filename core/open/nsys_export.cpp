// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/nsys_export.h"

#include "core/import/load_options.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/model/base/text.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace kernline {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t keptExports = 20;
constexpr std::string_view unfinishedMark = ".unfinished-";

std::string ofEnvironmentVariable(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing of ours sets variables
  return value == nullptr ? std::string() : std::string(value);
}

/// Whether it is a complete database: by its header, it is not being written.
bool isDatabase(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    return false;
  }
  std::array<char, sqlite::fileMark.size()> head{};
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), head.size());
  return in && std::string_view{head.data(), head.size()} == sqlite::fileMark;
}

std::optional<fs::path> nsysOn(std::string_view searchPath) {
  while (!searchPath.empty()) {
    const std::string_view folder = searchPath.substr(0, searchPath.find(':'));
    searchPath.remove_prefix(std::min(searchPath.size(), folder.size() + 1));
    fs::path program = fs::path(folder) / "nsys";
    std::error_code error;
    if (folder.starts_with('/') && fs::is_regular_file(program, error) && ::access(program.c_str(), X_OK) == 0) {
      return program;
    }
  }
  return std::nullopt;
}

/// Returns the name for a report in its current state; empty if it cannot be accessed.
std::string cacheName(const fs::path& report) {
  struct stat info{};
  if (::stat(report.c_str(), &info) != 0) {
    return {};
  }
  const std::string key =
      fmt::format("{}|{}.{}|{}.{}", info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec, info.st_dev, info.st_ino);
  return fmt::format("{:016x}.sqlite", XXH3_64bits(key.data(), key.size()));
}

/// A folder next to the exports for an unfinished one; removed with the object.
class WorkFolder {
 public:
  explicit WorkFolder(const fs::path& cache) {
    std::error_code error;
    fs::create_directories(cache, error);
    std::string name = (cache / unfinishedMark).string() + "XXXXXX";
    m_path = ::mkdtemp(name.data()) == nullptr ? fs::path() : fs::path(name);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    if (!m_path.empty()) {
      fs::remove_all(m_path, ignored);
    }
  }
  [[nodiscard]] const fs::path& path() const { return m_path; }

 private:
  fs::path m_path;
};

/// Removes the oldest exports, and what a program that was killed has left unfinished a day ago.
void makeRoom(const fs::path& cache) {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, fs::path>> exports;
  const auto now = fs::file_time_type::clock::now();
  for (const fs::directory_entry& entry : fs::directory_iterator(cache, error)) {
    const auto written = entry.last_write_time(error);
    if (entry.path().filename().string().starts_with(unfinishedMark)) {
      if (now - written > std::chrono::hours{24}) {
        fs::remove_all(entry.path(), error);
      }
    } else if (entry.path().extension() == ".sqlite") {
      exports.emplace_back(written, entry.path());
    }
  }
  std::ranges::sort(exports, std::greater{});
  for (std::size_t i = keptExports - 1; i < exports.size(); ++i) {
    fs::remove(exports[i].second, error);
  }
}

/// The last line that is not blank.
std::string lastLineOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  constexpr std::streamoff maxBytes = 4096;
  in.seekg(0, std::ios::end);
  in.seekg(std::max<std::streamoff>(0, static_cast<std::streamoff>(in.tellg()) - maxBytes));
  std::string last;
  for (std::string line; std::getline(in, line);) {
    std::erase_if(line, [](unsigned char c) { return c < 0x20 || c > 0x7e; });
    last = line.find_first_not_of(' ') == std::string::npos ? last : line;
  }
  constexpr std::size_t maxLength = 200;
  return last.substr(0, maxLength);
}

/// A running nsys, ended with the object if it still runs.
class NsysProcess {
 public:
  /// Writes its output to `messages`.
  NsysProcess(const fs::path& program, const std::vector<std::string>& words, const fs::path& messages) {
    std::vector<std::string> owned = words;
    std::vector<char*> argv;
    for (std::string& word : owned) {
      argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files{};
    ::posix_spawn_file_actions_init(&files);
    ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    // Gives nsys a process group, so that its children end with it.
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    m_error = ::posix_spawn(&m_process, program.c_str(), &files, &attributes, argv.data(), environ);
    ::posix_spawnattr_destroy(&attributes);
    ::posix_spawn_file_actions_destroy(&files);
  }
  NsysProcess(const NsysProcess&) = delete;
  NsysProcess& operator=(const NsysProcess&) = delete;
  ~NsysProcess() {
    constexpr int patience = 100;
    for (int i = 0; isRunning(); ++i) {
      ::kill(-m_process, i < patience ? SIGTERM : SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
  }

  /// Returns the number in errno; 0 if it was started.
  [[nodiscard]] int error() const { return m_error; }
  [[nodiscard]] bool isRunning() {
    if (m_error == 0 && !m_hasEnded) {
      const pid_t ended = ::waitpid(m_process, &m_status, WNOHANG);
      m_hasEnded = ended == m_process || (ended < 0 && errno != EINTR);
    }
    return m_error == 0 && !m_hasEnded;
  }
  [[nodiscard]] bool hasSucceeded() const { return m_hasEnded && WIFEXITED(m_status) && WEXITSTATUS(m_status) == 0; }

 private:
  pid_t m_process = -1;
  int m_error = 0;
  int m_status = -1;
  bool m_hasEnded = false;
};

std::unexpected<Error> reportError(Message message) {
  return std::unexpected(Error{Error::Kind::NotATrace, std::move(message)});
}

/// Makes `result`, which is complete then.
Expected<fs::path> runExport(const fs::path& program, const fs::path& report, const fs::path& result,
                             const ExportPlaces& places, const std::stop_token& stop, Progress& progress) {
  const WorkFolder folder(places.cache);
  if (folder.path().empty()) {
    return reportError(Phrase::tr("%1: cannot write to %2, where exports are kept. Set XDG_CACHE_HOME")
                           .with(report.string(), places.cache.string()));
  }
  const fs::path output = folder.path() / "report.sqlite";
  const fs::path messages = folder.path() / "messages";
  NsysProcess nsys(
      program,
      {"nsys", "export", "--type", "sqlite", "--force-overwrite", "true", "--output", output.string(), report.string()},
      messages);
  if (nsys.error() != 0) {
    return reportError(Phrase::tr("%1: cannot start %2 (%3)")
                           .with(report.string(), program.string(), Message::systemError(nsys.error())));
  }
  const auto end = std::chrono::steady_clock::now() + places.limit;
  while (nsys.isRunning()) {
    if (stop.stop_requested()) {
      return loadingCanceled(report.string());
    }
    if (std::chrono::steady_clock::now() > end) {
      return reportError(Phrase::tr("%1: nsys export did not end in time. Run `nsys export --type sqlite %2`")
                             .with(report.string(), report.string()));
    }
    std::error_code notYet;
    const std::uintmax_t written = fs::file_size(output, notYet);
    progress.bytesDone = notYet ? 0 : written;
    std::this_thread::sleep_for(std::chrono::milliseconds{20});
  }
  if (!nsys.hasSucceeded() || !isDatabase(output)) {
    return reportError(Phrase::tr("%1: nsys export failed: %2").with(report.string(), lastLineOf(messages)));
  }
  makeRoom(places.cache);
  std::error_code error;
  fs::rename(output, result, error);
  if (error) {
    return reportError(
        Phrase::tr("%1: cannot keep the export (%2)").with(report.string(), Message::systemError(error.value())));
  }
  return result;
}

}  // namespace

ExportPlaces ExportPlaces::ofEnvironment() {
  ExportPlaces places;
  places.searchPath = ofEnvironmentVariable("PATH");
  if (const std::string cache = ofEnvironmentVariable("XDG_CACHE_HOME"); cache.starts_with('/')) {
    places.cache = fs::path(cache) / "kernline" / "nsys";
  } else if (const std::string home = ofEnvironmentVariable("HOME"); home.starts_with('/')) {
    places.cache = fs::path(home) / ".cache" / "kernline" / "nsys";
  }
  return places;
}

Expected<fs::path> exportOfReport(const fs::path& given, const ExportPlaces& places, const std::stop_token& stop,
                                  Progress& progress) {
  std::error_code error;
  const fs::path report = fs::absolute(given, error);
  fs::path beside = report;
  beside.replace_extension(".sqlite");
  const bool isBeside = beside != report && isDatabase(beside);
  if (isBeside && fs::last_write_time(beside, error) >= fs::last_write_time(report, error)) {
    return beside;
  }
  const std::string name = places.cache.empty() ? std::string() : cacheName(report);
  fs::path kept = name.empty() ? fs::path() : places.cache / name;
  if (!kept.empty() && isDatabase(kept)) {
    fs::last_write_time(kept, fs::file_time_type::clock::now(), error);  // the oldest make room
    return kept;
  }
  const std::optional<fs::path> program = nsysOn(places.searchPath);
  if ((!program || kept.empty()) && isBeside) {
    return beside;  // older than the report, as copies may be, or of an earlier one: this is unknown
  }
  if (!program || kept.empty()) {
    return reportError(
        Phrase::tr("%1 is an Nsight Systems report, which only nsys reads. Run `nsys export --type sqlite "
                   "%2` where it is installed, and open the report again with the .sqlite file beside it")
            .with(given.string(), given.filename().string()));
  }
  return runExport(*program, report, kept, places, stop, progress);
}

}  // namespace kernline
