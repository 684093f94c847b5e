// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/disassembly.h"

#include "app/recorder/io/unix_socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace kernline::recorder {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

/// Returns the text between `before` and `after`; empty if one is missing.
std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  const std::size_t end = begin == std::string_view::npos ? begin : text.find(after, begin + before.size());
  return end == std::string_view::npos ? std::string_view{}
                                       : text.substr(begin + before.size(), end - begin - before.size());
}

template <typename Number>
bool readNumber(std::string_view text, Number& number, int base) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size();
}

class PrintedCode {
 public:
  void addLine(std::string_view line) {
    if (line.starts_with(".text.") && line.ends_with(":")) {  // nvdisasm
      begin(line.substr(6, line.size() - 7));
    } else if (line.starts_with("Function : ")) {  // cuobjdump
      begin(line.substr(11));
    } else if (line.starts_with("//## File \"")) {
      readSourceLine(line);
    } else if (line.starts_with("/*") && m_function != nullptr) {
      readInstruction(line);
    }
  }

  Disassembly found;

 private:
  void begin(std::string_view function) {
    m_function = &found[std::string(function)];
    m_file.clear();
    m_line = 0;
  }

  /// `//## File "/a/b.cu", line 12 inlined at "/a/b.cu", line 30`
  void readSourceLine(std::string_view line) {
    m_file = between(line, "File \"", "\"");
    std::string_view number = line.substr(std::min(line.find("\", line "), line.size() - 1));
    number.remove_prefix(std::min<std::size_t>(number.size(), 8));
    m_line = 0;
    readNumber(number.substr(0, number.find_first_not_of("0123456789")), m_line, 10);
  }

  /// `/*0010*/  @!P0 BRA 0x20 ;  /* 0x… */`
  void readInstruction(std::string_view line) {
    std::uint64_t offset = 0;
    const std::string_view text = between(line, "*/", ";");
    if (!text.empty() && readNumber(between(line, "/*", "*/"), offset, 16)) {
      m_function->insert_or_assign(offset, DisassembledInstruction{std::string(trimmed(text)), m_file, m_line});
    }
  }

  std::map<std::uint64_t, DisassembledInstruction>* m_function = nullptr;
  std::string m_file;
  std::uint32_t m_line = 0;
};

std::string toolPath(std::string_view name) {
  std::vector<std::filesystem::path> folders;
  const auto add = [&](const char* variable, std::string_view below) {
    const char* const value = std::getenv(variable);
    std::string_view all = value == nullptr ? std::string_view{} : value;
    while (!all.empty()) {
      const std::size_t colon = std::min(all.find(':'), all.size());
      folders.emplace_back(std::filesystem::path(all.substr(0, colon)) / below);
      all.remove_prefix(std::min(colon + 1, all.size()));
    }
  };
  add("PATH", "");
  add("CUDA_HOME", "bin");
  add("CUDA_PATH", "bin");
  folders.emplace_back("/usr/local/cuda/bin");
  for (const std::filesystem::path& folder : folders) {
    const std::string path = (folder / name).string();
    if (folder.is_absolute() && ::access(path.c_str(), X_OK) == 0) {
      return path;
    }
  }
  return {};
}

/// Reads until the other end is closed; false when the time is over or it is too much.
bool readAll(int descriptor, steady_clock::time_point end, std::string& text) {
  constexpr std::size_t maxBytes = std::size_t{256} << 20U;
  std::array<char, 1U << 16U> bytes{};
  while (text.size() < maxBytes) {
    const auto left = std::chrono::duration_cast<milliseconds>(end - steady_clock::now()).count();
    pollfd wait{descriptor, POLLIN, 0};
    if (left <= 0 || ::poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000))) < 0) {
      return false;
    }
    const ssize_t count = wait.revents == 0 ? -1 : ::read(descriptor, bytes.data(), bytes.size());
    if (count == 0) {
      return true;
    }
    text.append(bytes.data(), count < 0 ? 0 : static_cast<std::size_t>(count));
  }
  return false;
}

}  // namespace

Disassembly disassemblyOf(std::string_view printed) {
  PrintedCode code;
  while (!printed.empty()) {
    const std::size_t end = std::min(printed.find('\n'), printed.size());
    code.addLine(trimmed(printed.substr(0, end)));
    printed.remove_prefix(std::min(end + 1, printed.size()));
  }
  return std::move(code.found);
}

std::string outputOf(const std::vector<std::string>& command, steady_clock::time_point end) {
  std::vector<std::string> words = command;
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {};
  }
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(writing.get(), STDOUT_FILENO);
    ::dup2(::open("/dev/null", O_RDWR), STDERR_FILENO);
    ::execv(argv.front(), argv.data());
    ::_exit(127);
  }
  writing = {};
  std::string text;
  const bool isWhole = child > 0 && readAll(reading.get(), end, text);
  int status = -1;
  if (child > 0) {
    if (!isWhole) {
      ::kill(child, SIGKILL);
    }
    ::waitpid(child, &status, 0);
  }
  return isWhole && status == 0 ? text : std::string();
}

Disassembler::Disassembler(milliseconds timeLimit)
    : m_end(steady_clock::now() + timeLimit), m_nvdisasm(toolPath("nvdisasm")), m_cuobjdump(toolPath("cuobjdump")) {}

std::string Disassembler::run(const std::vector<std::string>& command) const {
  constexpr milliseconds oneLimit{10'000};
  return command.front().empty() ? std::string() : outputOf(command, std::min(m_end, steady_clock::now() + oneLimit));
}

Disassembly Disassembler::disassemble(const std::string& file, const std::vector<std::uint32_t>& functions) const {
  std::string indexes;
  for (const std::uint32_t index : functions) {
    indexes += fmt::format("{}{}", indexes.empty() ? "" : ",", index);
  }
  Disassembly found = disassemblyOf(run({m_nvdisasm, "-c", "-g", "-fun", indexes, file}));
  if (found.empty()) {
    found = disassemblyOf(run({m_nvdisasm, "-c", "-g", file}));
  }
  return found.empty() ? disassemblyOf(run({m_cuobjdump, "-sass", file})) : found;
}

}  // namespace kernline::recorder
