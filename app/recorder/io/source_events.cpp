// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/io/source_events.h"

#include "app/recorder/io/counted.h"
#include "app/recorder/io/disassembly.h"
#include "app/recorder/io/event_lines.h"
#include "app/recorder/io/json_text.h"
#include "app/recorder/io/source_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace kernline::recorder {

namespace {

constexpr std::size_t maxEventBytes = std::size_t{4} << 20U;
constexpr std::size_t maxAllBytes = std::size_t{24} << 20U;
constexpr std::size_t maxFileBytes = std::size_t{1} << 20U;
constexpr std::size_t maxAllFileBytes = std::size_t{8} << 20U;
constexpr std::chrono::milliseconds disassemblyLimit{20'000};

std::string contentsOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Function {
  const ProcessSamples* samples = nullptr;
  const SampledFunction* sampled = nullptr;
  std::uint64_t total = 0;
};

/// Numbers names in the order of their first use.
class Numbered {
 public:
  std::size_t of(const std::string& name) {
    const auto [found, isNew] = m_numbers.try_emplace(name, m_names.size());
    if (isNew) {
      m_names.push_back(name);
    }
    return found->second;
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
  [[nodiscard]] std::string json() const {
    std::string text = "[";
    for (const std::string& name : m_names) {
      text += (text.size() > 1 ? "," : "") + jsonString(name);
    }
    return text + "]";
  }

 private:
  std::map<std::string, std::size_t> m_numbers;
  std::vector<std::string> m_names;
};

class Composer {
 public:
  Composer(const std::string& folder, std::int64_t time, std::map<std::string, std::uint64_t> launches)
      : m_folder(folder), m_time(time), m_launches(std::move(launches)), m_disassembler(disassemblyLimit) {}

  void compose(const std::vector<Function>& functions) {
    disassemble(functions);
    for (const Function& function : functions) {
      add(function);
    }
    for (const std::string& path : m_files) {
      addFile(path);
    }
    sayWhatIsMissing();
  }

  SourceEvents made;

 private:
  void disassemble(const std::vector<Function>& functions);
  void add(const Function& function);
  void addFile(const std::string& path);
  void sayWhatIsMissing();
  std::string begin(std::string_view name, std::int64_t process) const {
    std::string text = fmt::format(
        ",\n{{\"ph\":\"i\",\"s\":\"p\",\"cat\":\"kernel_source\",\"name\":\"{}\",\"pid\":{},\"tid\":{},\"ts\":", name,
        process, process);
    appendMicroseconds(text, m_time);
    return text + ",\"args\":{";
  }
  bool append(const std::string& text) {
    if (made.events.lines.size() + text.size() > maxAllBytes || text.size() > maxEventBytes) {
      return false;
    }
    made.events.lines += text;
    ++made.events.counts[RecordKind::Source];
    return true;
  }

  std::string m_folder;
  std::int64_t m_time;
  std::map<std::string, std::uint64_t> m_launches;  // launches by function, without those that are in the recording
  Disassembler m_disassembler;
  std::map<std::uint64_t, Disassembly> m_code;  // disassembly of each module
  std::set<std::string> m_files;
  std::size_t m_fileBytes = 0;
  std::int64_t m_process = 0;
  std::uint64_t m_withoutCode = 0;
  std::uint64_t m_unreadFiles = 0;
};

void Composer::disassemble(const std::vector<Function>& functions) {
  std::map<std::uint64_t, std::vector<std::uint32_t>> wanted;
  std::vector<std::uint64_t> order;  // the most sampled first, for the time may not suffice
  for (const Function& function : functions) {
    std::vector<std::uint32_t>& indexes = wanted[function.sampled->module];
    if (indexes.empty()) {
      order.push_back(function.sampled->module);
    }
    indexes.push_back(function.sampled->index);
  }
  const std::size_t atOnce = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t first = 0; first < order.size() && m_disassembler.isAvailable(); first += atOnce) {
    const std::size_t end = std::min(first + atOnce, order.size());
    std::vector<std::future<Disassembly>> running;  // a large module takes a second
    for (std::size_t i = first; i < end; ++i) {
      const std::string file = (std::filesystem::path(m_folder) / moduleFileName(order[i])).string();
      running.push_back(std::async(std::launch::async, [this, file, &indexes = wanted[order[i]]] {
        std::error_code error;
        return std::filesystem::exists(file, error) ? m_disassembler.disassemble(file, indexes) : Disassembly();
      }));
    }
    for (std::size_t i = first; i < end; ++i) {
      m_code[order[i]] = running[i - first].get();
    }
  }
}

void Composer::add(const Function& function) {
  const ProcessSamples& samples = *function.samples;
  const SampledFunction& sampled = *function.sampled;
  m_process = samples.process;
  const Disassembly& module = m_code[sampled.module];
  const auto code = module.find(sampled.name);
  std::map<std::uint64_t, DisassembledInstruction> instructions;
  if (code != module.end()) {
    instructions = code->second;
  } else {
    ++m_withoutCode;
  }
  for (const auto& [offset, instruction] : sampled.instructions) {
    DisassembledInstruction& told = instructions[offset];
    if (told.line == 0 && instruction.line > 0) {
      told.file = samples.files[instruction.file];
      told.line = instruction.line;
    }
  }
  Numbered files;
  Numbered reasons;
  std::string rows;
  for (const auto& [offset, instruction] : instructions) {
    const std::size_t file = instruction.line > 0 ? files.of(instruction.file) : 0;
    rows += fmt::format("{}[{},{},{},{}", rows.empty() ? "" : ",", offset, file, instruction.line,
                        jsonString(instruction.text));
    const auto found = sampled.instructions.find(offset);
    if (found != sampled.instructions.end()) {
      for (const auto& [reason, count] : found->second.samples) {
        rows += fmt::format(",{},{}", reasons.of(samples.reasons[reason]), count);
      }
    }
    rows += "]";
  }
  const auto launches = m_launches.find(sampled.name);
  std::string text = begin("[kernel source]", samples.process);
  text += fmt::format(
      "\"kernel\":{},\"module\":\"{:016x}\",\"period (cycles)\":{},\"samples\":{},{}\"reasons\":{},"
      "\"files\":{},\"instructions\":[{}]}}}}",
      jsonString(sampled.name), sampled.module, samples.period, function.total,
      launches == m_launches.end() ? "" : fmt::format("\"launches\":{},", launches->second), reasons.json(),
      files.json(), rows);
  if (append(text)) {
    m_files.insert(files.names().begin(), files.names().end());
  } else {
    ++made.dropped;
  }
}

void Composer::addFile(const std::string& path) {
  std::error_code error;
  std::filesystem::path file = path;
  if (!std::filesystem::is_regular_file(file, error)) {
    file = std::filesystem::path(m_folder) / file.filename();  // text of code that was never a file is left there
  }
  const bool isFile = std::filesystem::is_regular_file(file, error);
  const std::uintmax_t size = isFile ? std::filesystem::file_size(file, error) : 0;
  if (!isFile || error || size > maxFileBytes || m_fileBytes + size > maxAllFileBytes) {
    ++m_unreadFiles;
    return;
  }
  m_fileBytes += size;
  if (!append(begin("[source file]", m_process) +
              fmt::format("\"path\":{},\"text\":{}}}}}", jsonString(path), jsonString(contentsOf(file))))) {
    ++m_unreadFiles;
  }
}

void Composer::sayWhatIsMissing() {
  if (made.dropped > 0) {
    made.notes.push_back(fmt::format("the source of {} is left out; the recording holds at most {} MiB of it",
                                     counted(made.dropped, "function"), maxAllBytes >> 20U));
  }
  if (m_withoutCode > 0) {
    made.notes.push_back(fmt::format(
        "the instructions of {} have no text{}", counted(m_withoutCode, "function"),
        m_disassembler.isAvailable() ? "" : "; install nvdisasm of the CUDA toolkit (cuda-nvdisasm) to have it"));
  }
  if (m_unreadFiles > 0) {
    made.notes.push_back(fmt::format("the text of {} is not in the recording: not found, or too large",
                                     counted(m_unreadFiles, "source file")));
  }
}

}  // namespace

SourceFolder::SourceFolder() {
  std::error_code error;
  std::string path = (std::filesystem::temp_directory_path(error) / "kernline-source-XXXXXX").string();
  if (!error && ::mkdtemp(path.data()) != nullptr) {
    m_path = path;
  }
}

SourceFolder::~SourceFolder() {
  if (!m_path.empty()) {
    std::error_code error;
    std::filesystem::remove_all(m_path, error);
  }
}

SourceEvents sourceEvents(const std::string& folder, std::int64_t time, std::map<std::string, std::uint64_t> launches) {
  std::vector<ProcessSamples> processes;
  std::error_code error;
  std::uint64_t damaged = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".json") {
      if (auto samples = samplesOf(contentsOf(entry.path()))) {
        processes.push_back(std::move(*samples));
      } else {
        ++damaged;
      }
    }
  }
  std::ranges::sort(processes, {}, &ProcessSamples::process);
  std::vector<Function> functions;
  for (const ProcessSamples& samples : processes) {
    for (const SampledFunction& function : samples.functions) {
      functions.push_back({&samples, &function, sampleCount(samples, function)});
    }
  }
  std::ranges::stable_sort(functions, std::ranges::greater{}, &Function::total);
  Composer composer(folder, time, std::move(launches));
  composer.compose(functions);
  if (damaged > 0) {
    composer.made.notes.push_back(
        fmt::format("the samples of {} cannot be read", counted(damaged, "recorded program")));
  }
  return std::move(composer.made);
}

}  // namespace kernline::recorder
