// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/container.h"
#include "core/import/source/input.h"

#include "core/model/base/text.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

namespace kernline {

namespace {

using namespace std::string_view_literals;

struct Known {
  std::size_t at;
  std::string_view bytes;
  std::string_view text;
};

constexpr Known binaries[] = {
    {0, "\x89PNG\r\n\x1A\n"sv, "a PNG picture"},
    {0, "\xFF\xD8\xFF"sv, "a JPEG picture"},
    {0, "GIF8"sv, "a GIF picture"},
    {8, "WEBP"sv, "a WebP picture"},
    {0, "%PDF-"sv, "a PDF document"},
    {0,
     "\x7F"
     "ELF"sv,
     "an ELF program or library, not a recording of one"},
    {0,
     "\x7F"
     "CUDA"sv,
     "a CUDA binary"},
    {0, "\x50\xED\x55\xBA"sv, "a CUDA fat binary"},
    {0, "SQLite format 3\0"sv, "an SQLite database"},
    {0, "NVR\0"sv, "an Nsight Compute report (.ncu-rep): `ncu --import FILE --page details` prints it"},
    {0, "PAR1"sv, "a Parquet table: `nsys export --type sqlite` and DuckDB read such exports"},
    {0, "ARROW1"sv, "an Arrow table"},
    {0, "\x89HDF\r\n\x1A\n"sv, "an HDF5 file"},
    {0, "\x93NUMPY"sv, "a NumPy array"},
    {0, "7z\xBC\xAF\x27\x1C"sv, "a 7-Zip archive: unpack it first"},
    {0, "Rar!"sv, "a RAR archive: unpack it first"},
    {0, "PERFILE2"sv, "a Linux perf recording: `perf script` prints it"},
    {0, "MZ"sv, "a Windows program"},
};

/// Text formats that begin in one way only.
constexpr Known texts[] = {
    {0, "{\\rtf"sv, "an RTF document"},
    {0, "#!"sv, "a script"},
    {0, "<?xml"sv, "an XML document"},
    {0, "<svg"sv, "an SVG picture"},
};

std::string_view withoutLeadingBlanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool beginsWithoutCase(std::string_view text, std::string_view lowerCase) {
  return text.size() >= lowerCase.size() &&
         std::ranges::equal(lowerCase, text.substr(0, lowerCase.size()), {}, {}, toLower);
}

/// Pickle's PROTO opcode, then a version; torch saves snapshots with 4 or 5.
bool isPickle(std::string_view head) {
  return head.size() >= 3 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5;
}

/// A Perfetto trace repeats field 1 with a length, and each packet starts with a field of TracePacket.
bool isPerfettoTrace(std::string_view head) {
  if (head.size() < 4 || head[0] != '\x0A') {
    return false;
  }
  std::size_t at = 1;
  while (at < head.size() && at < 5 && (static_cast<unsigned char>(head[at]) & 0x80U) != 0) {
    ++at;
  }
  const bool isText = std::ranges::all_of(
      head.substr(0, 64), [](unsigned char c) { return c >= 0x20 || c == '\n' || c == '\r' || c == '\t'; });
  return !isText && at + 1 < head.size();
}

bool isMostlyText(std::string_view head) {
  const auto control = std::ranges::count_if(
      head, [](unsigned char c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != 0x1B && c != '\f'; });
  return static_cast<std::size_t>(control) * 50 <= head.size();
}

std::string_view firstLine(std::string_view text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

/// At least two lines with the same number, two or more, of separators.
bool isSeparated(std::string_view text, char separator) {
  const std::string_view first = firstLine(text);
  const auto columns = std::ranges::count(first, separator);
  const std::string_view second = firstLine(withoutLeadingBlanks(text.substr(first.size())));
  return columns >= 2 && !second.empty() && std::ranges::count(second, separator) >= columns;
}

bool isPythonSource(std::string_view text) {
  const auto startsALine = [text](std::string_view word) {
    return text.starts_with(word) || contains(text, std::string("\n").append(word));
  };
  return startsALine("import ") || (startsALine("from ") && contains(text, " import ")) ||
         (startsALine("def ") && contains(text, "):"));
}

std::string_view describeTable(std::string_view text) {
  if (contains(text, "Self CPU") && contains(text, "# of Calls")) {
    return "a table that torch.profiler printed: `kernline tables` reads it, and "
           "`prof.export_chrome_trace(\"trace.json\")` exports a timeline";
  }
  if (contains(text, "cuda_gpu_kern_sum") || contains(text, "Total Time (ns)") || contains(text, "Time(%)")) {
    return "a table that nsys or nvprof printed: `kernline tables` reads it";
  }
  return {};
}

std::string_view describeJson(std::string_view text) {
  if (contains(text, "\"nbformat\"")) {
    return "a Jupyter notebook: open the trace that it exported";
  }
  if (contains(text, "\"resourceSpans\"") || contains(text, "\"spanId\"")) {
    return "OpenTelemetry or cloud spans, which hold no Chrome trace events";
  }
  if (contains(text, "\"rocprofiler-sdk-tool\"")) {
    return "rocprofv3's own JSON, which holds no Chrome trace events";
  }
  if (text.starts_with("[[")) {
    return "lists of numbers (a torch memory timeline may be such), which this version of Kernline does not read";
  }
  if (contains(text, "speedscope.app/file-format-schema")) {
    return "a speedscope profile: speedscope reads it";
  }
  return "a JSON document without trace events";
}

std::string_view describeMarkup(std::string_view text) {
  if (beginsWithoutCase(text, "<!doctype html") || beginsWithoutCase(text, "<html")) {
    return "an HTML page without a trace in it";
  }
  return "an XML document";
}

std::string_view describeText(std::string_view text) {
  if (text.front() == '{' || text.front() == '[') {
    return describeJson(text);
  }
  if (text.front() == '<') {
    return describeMarkup(text);
  }
  if (const std::string_view table = describeTable(text); !table.empty()) {
    return table;
  }
  if (isSeparated(text, ',')) {
    return "a CSV table";
  }
  if (isSeparated(text, '\t')) {
    return "a table with tabs";
  }
  if (isPythonSource(text)) {
    return "Python source: run it under torch.profiler, and open what it exports";
  }
  return "plain text or a log";
}

bool isKnownBinary(std::string_view head) {
  return std::ranges::any_of(binaries, [head](const Known& known) {
    return head.size() > known.at && head.substr(known.at).starts_with(known.bytes);
  });
}

}  // namespace

bool isText(std::string_view head) {
  return !head.empty() && !isKnownBinary(head) && !isPickle(head) && !isPerfettoTrace(head) && isMostlyText(head);
}

std::string describeContent(std::string_view head) {
  if (head.empty()) {
    return "an empty file";
  }
  if (std::ranges::all_of(head, [](char c) { return c == '\0'; })) {
    return "nothing but zero bytes: its writer was probably cut off";
  }
  const auto matches = [head](const Known& known) {
    return head.size() > known.at && head.substr(known.at).starts_with(known.bytes);
  };
  if (const auto* found = std::ranges::find_if(binaries, matches); found != std::end(binaries)) {
    return std::string(found->text);
  }
  if (contains(head.substr(0, 4096), "NVIDIA Nsight Systems") && !isMostlyText(head)) {
    return "an Nsight Systems report (.nsys-rep): export it with `nsys export --type sqlite`";
  }
  if (isPickle(head)) {
    return "a Python pickle; if it is a memory snapshot of torch, `kernline memory`, `kernline "
           "summary` and the viewer show it";
  }
  if (isPerfettoTrace(head)) {
    return "a Perfetto trace in its binary format: `traceconv json FILE trace.json` makes one that Kernline reads";
  }
  if (!isMostlyText(head)) {
    return "binary data that Kernline does not know (an Nsight Systems report, .nsys-rep, must be exported first: "
           "`nsys export --type sqlite`)";
  }
  const std::string_view text = withoutLeadingBlanks(head);
  if (text.empty()) {
    return "nothing but blanks";
  }
  if (const auto* found = std::ranges::find_if(texts, [text](const Known& k) { return text.starts_with(k.bytes); });
      found != std::end(texts)) {
    return std::string(found->text);
  }
  return std::string(describeText(text));
}

}  // namespace kernline
