// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/formats.h"

#include "core/import/engine_log/read_engine_log.h"
#include "core/import/event_csv/read_event_csv.h"
#include "core/import/execution_trace/execution_nodes.h"
#include "core/import/firefox/read_firefox.h"
#include "core/import/flight_recorder/read_dump.h"
#include "core/import/memory/read_timeline.h"
#include "core/import/ncu/read_ncu.h"
#include "core/import/perf_script/read_perf_script.h"
#include "core/import/perfetto/packet_head.h"
#include "core/import/pickle/read_pickle.h"
#include "core/import/pprof/read_pprof.h"
#include "core/import/proton/read_proton.h"
#include "core/import/records/notebook.h"
#include "core/import/source/html_page.h"
#include "core/import/source/layers.h"
#include "core/import/speedscope/read_speedscope.h"
#include "core/import/sqlite/database_bytes.h"
#include "core/import/text_profile/read_text_profile.h"
#include "core/import/xplane/read_xplane.h"
#include "core/open/openers.h"
#include "core/open/sniff.h"
#include "core/output/digest/digest_file.h"
#include "core/output/reopen/read_parquet.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>

namespace kernline {

namespace {

using namespace std::string_view_literals;
using Head = std::string_view;

constexpr std::size_t textHeadBytes = 4096;  // enough to distinguish text from bytes
constexpr Phrase pickleText = Phrase::tr(
    "a Python pickle; if it is a memory snapshot of torch, `kernline memory`, `kernline summary` and the viewer show "
    "it");

constexpr Phrase dumpText =
    Phrase::tr("a dump of NCCL's flight recorder: `kernline tables`, `kernline summary` and the viewer show it");

constexpr FormatMatch likeIf(bool is, FormatMatch match = FormatMatch::Possible) {
  return is ? match : FormatMatch::None;
}

bool containsAny(Head text, std::initializer_list<std::string_view> marks) {
  return std::ranges::any_of(marks, [text](std::string_view mark) { return sniff::contains(text, mark); });
}

FormatMatch jsonMatch(Head head) {
  if (!sniff::beginsAsJson(head)) {
    return FormatMatch::None;
  }
  return containsAny(head, {"\"traceEvents\"", "\"ph\"", "\"deviceProperties\""}) ? FormatMatch::Trace
                                                                                  : FormatMatch::Possible;
}

FormatMatch pageMatch(Head head) {
  if (!isHtmlPage(head)) {
    return FormatMatch::None;
  }
  return containsAny(head, {"trace-viewer", "traceDataString", "\"traceEvents\"", "\"ph\""}) ? FormatMatch::Trace
                                                                                             : FormatMatch::Possible;
}

FormatMatch logMatch(Head head);

/// Matches the beginning of reports since the first versions, under any name of the product.
FormatMatch reportMatch(Head head) {
  const bool isReport = head.starts_with("NVIDIA Tegra Profiler Report") ||
                        (!sniff::isMostlyText(head) && sniff::contains(head.substr(0, 4096), "NVIDIA Nsight Systems"));
  return likeIf(isReport);
}

/// Words of 4 or 8 bytes: 0, 3 words in the header, version 0, a period in µs, 0.
bool isGperftoolsProfile(Head head) {
  constexpr unsigned char words[] = {0, 3, 0};
  const auto isHeader = [&](std::size_t width) {
    constexpr std::size_t period = 3;
    constexpr std::size_t padding = 4;
    if (head.size() < (padding + 1) * width) {
      return false;
    }
    const auto isWord = [&](std::size_t word, unsigned char value) {
      const Head bytes = head.substr(word * width, width);
      return static_cast<unsigned char>(bytes.front()) == value &&
             std::ranges::all_of(bytes.substr(1), [](char c) { return c == '\0'; });
    };
    const Head length = head.substr(period * width, width);
    return isWord(0, words[0]) && isWord(1, words[1]) && isWord(2, words[2]) && isWord(padding, 0) &&
           std::ranges::any_of(length, [](char c) { return c != '\0'; });
  };
  return isHeader(sizeof(std::uint64_t)) || isHeader(sizeof(std::uint32_t));
}

bool isJsonOf(Head head, std::initializer_list<std::string_view> marks) {
  const Head text = sniff::withoutLeadingSpace(head);
  return (text.starts_with('{') || text.starts_with('[')) && containsAny(text, marks);
}

/// Whether a text begins so, without the space before it.
bool begins(Head head, std::string_view beginning) {
  return sniff::withoutLeadingSpace(head).starts_with(beginning);
}

/// All formats there are, the most particular first: the one list that opening, choosing members of archives, saying
/// what a file is and the file dialog go by. A new format is a line here and a folder in core/import.
constexpr Format knownFormats[] = {
    // Formats that are no text.
    {Phrase::tr("an empty file"), [](Head h) { return likeIf(h.empty()); }},
    {Phrase::tr("only zero bytes: writing it was probably interrupted"),
     [](Head h) { return likeIf(std::ranges::all_of(h, [](char c) { return c == '\0'; })); }},
    {Phrase::tr("a PNG picture"), [](Head h) { return likeIf(h.starts_with("\x89PNG\r\n\x1A\n")); }},
    {Phrase::tr("a JPEG picture"), [](Head h) { return likeIf(h.starts_with("\xFF\xD8\xFF")); }},
    {Phrase::tr("a GIF picture"), [](Head h) { return likeIf(h.starts_with("GIF8")); }},
    {Phrase::tr("a WebP picture"), [](Head h) { return likeIf(h.size() > 8 && h.substr(8).starts_with("WEBP")); }},
    {Phrase::tr("a PDF document"), [](Head h) { return likeIf(h.starts_with("%PDF-")); }},
    {Phrase::tr("an ELF program or library"), [](Head h) { return likeIf(h.starts_with("\x7F\x45LF")); }},
    {Phrase::tr("a CUDA binary"), [](Head h) { return likeIf(h.starts_with("\x7F\x43UDA")); }},
    {Phrase::tr("a CUDA fat binary"), [](Head h) { return likeIf(h.starts_with("\x50\xED\x55\xBA")); }},
    {Phrase::tr("an SQLite database"),
     [](Head h) { return likeIf(h.starts_with(sqlite::fileMark), FormatMatch::Database); }, openDatabase, true,
     "*.sqlite *.db *.rpd"},
    {Phrase::tr("an Nsight Compute report"), [](Head h) { return likeIf(ncu::isReport(h), FormatMatch::Log); },
     openNcuReport, false, "*.ncu-rep *.ncu-repz"},
    {Phrase::tr("a Parquet export of Kernline"),
     [](Head h) { return likeIf(parquet::beginsAsSpans(h), FormatMatch::Trace); }, openParquet, true, "spans.parquet"},
    {Phrase::tr("a table of a Parquet export of Kernline: open the spans.parquet beside it, or their folder"),
     [](Head h) { return likeIf(parquet::beginsAsTable(h)); }},
    {Phrase::tr("a Parquet table that this version of Kernline did not export; DuckDB reads it, and `nsys export "
                "--type sqlite` exports what Kernline reads"),
     [](Head h) { return likeIf(h.starts_with("PAR1")); }},
    {Phrase::tr("an Arrow table"), [](Head h) { return likeIf(h.starts_with("ARROW1")); }},
    {Phrase::tr("an HDF5 file"), [](Head h) { return likeIf(h.starts_with("\x89HDF\r\n\x1A\n")); }},
    {Phrase::tr("a NumPy array"), [](Head h) { return likeIf(h.starts_with("\x93NUMPY")); }},
    {Phrase::tr("a 7-Zip archive: unpack it first"),
     [](Head h) { return likeIf(h.starts_with("7z\xBC\xAF\x27\x1C")); }},
    {Phrase::tr("a RAR archive: unpack it first"), [](Head h) { return likeIf(h.starts_with("Rar!")); }},
    {Phrase::tr("a Linux perf recording: `perf script` prints it"),
     [](Head h) { return likeIf(h.starts_with("PERFILE2")); }},
    {Phrase::tr("a Windows program"), [](Head h) { return likeIf(h.starts_with("MZ")); }},
    {Phrase::tr("an Nsight Systems report (.nsys-rep): export it with `nsys export --type sqlite`"), reportMatch,
     openReport, true, "*.nsys-rep *.qdrep"},
    {Phrase::tr("a digest of a trace: `kernline ranks` reads it"), [](Head h) { return likeIf(isDigest(h)); }},
    {dumpText, [](Head h) { return likeIf(flight::isPickledDump(h)); }, openFlightDump, false, "*.pickle *.pkl"},
    {pickleText, [](Head h) { return likeIf(pickle::isPickle(h)); }, openSnapshot, false, "*.pickle *.pkl"},
    {pickleText, [](Head h) { return likeIf(sniff::isAnyPickle(h)); }},
    {Phrase::tr("an XPlane profile"), [](Head h) { return likeIf(xplane::isXSpace(h), FormatMatch::Trace); },
     openXplane, true, "*.xplane.pb"},
    {Phrase::tr("a Perfetto trace"), [](Head h) { return likeIf(perfetto::isPerfettoTrace(h), FormatMatch::Trace); },
     openPerfetto, true, "*.pftrace *.perfetto-trace"},
    {Phrase::tr("a pprof profile"), [](Head h) { return likeIf(pprof::isProfile(h), FormatMatch::Trace); }, openPprof,
     true, "*.pprof *.pb.gz"},
    {Phrase::tr("a CPU profile of gperftools; `pprof -proto PROGRAM FILE > profile.pb.gz` makes what Kernline reads"),
     [](Head h) { return likeIf(isGperftoolsProfile(h)); }},
    {Phrase::tr("binary data of an unknown format. If it is an Nsight Systems report, export it first: "
                "`nsys export --type sqlite`"),
     [](Head h) { return likeIf(!sniff::isMostlyText(h)); }},

    // Texts that begin in one way only.
    {Phrase::tr("a CSV table of GPU events"), [](Head h) { return likeIf(csv::isEventTable(h), FormatMatch::Log); },
     openEvents, true, "*.csv"},
    {Phrase::tr("what perf script prints"), [](Head h) { return likeIf(perf::isScript(h), FormatMatch::Trace); },
     openPerfScript, true, "*.perf"},
    {Phrase::tr("what py-spy dump or line_profiler prints"),
     [](Head h) { return likeIf(text_profile::isTextProfile(h), FormatMatch::Log); }, openTextProfile, true, "*.txt"},
    {Phrase::tr("the log of an inference engine"),
     [](Head h) { return likeIf(engine::isEngineLog(h), FormatMatch::Log); }, openEngineLog, true, "*.log"},
    {Phrase::tr("only white space"), [](Head h) { return likeIf(sniff::withoutLeadingSpace(h).empty()); }},
    {Phrase::tr("an HTML page without a trace in it"), pageMatch, openPage, true, "*.html"},
    {Phrase::tr(
         "lists of numbers; if they are a memory timeline of torch, `kernline memory`, `kernline summary` and the "
         "viewer show them"),
     [](Head h) { return likeIf(memory::isTimeline(h)); }, openTimeline, false, "*.json *.json.gz"},
    {Phrase::tr("an RTF document"), [](Head h) { return likeIf(begins(h, "{\\rtf")); }},
    {Phrase::tr("a Git LFS pointer, in place of the file itself; `git lfs pull` fetches it"),
     [](Head h) { return likeIf(begins(h, "version https://git-lfs.github.com/spec/")); }},
    {Phrase::tr("a heap profile of gperftools; `pprof -proto PROGRAM FILE > profile.pb.gz` makes what Kernline reads"),
     [](Head h) { return likeIf(begins(h, "heap profile: ")); }},
    {Phrase::tr("a script"), [](Head h) { return likeIf(begins(h, "#!")); }},
    {Phrase::tr("an SVG picture"), [](Head h) { return likeIf(begins(h, "<svg")); }},
    {Phrase::tr("an XML document"), [](Head h) { return likeIf(begins(h, "<") && !begins(h, "<!--")); }},
    {Phrase::tr("a Jupyter notebook"), [](Head h) { return likeIf(records::isNotebook(h), FormatMatch::Log); },
     openNotebook, false, "*.ipynb"},
    {Phrase::tr("OpenTelemetry or cloud spans, which have no Chrome trace events"),
     [](Head h) { return likeIf(isJsonOf(h, {"\"resourceSpans\"", "\"spanId\""})); }},
    {Phrase::tr("rocprofv3's own JSON, which has no Chrome trace events; record again with "
                "`--output-format rocpd` or `pftrace`"),
     [](Head h) { return likeIf(isJsonOf(h, {"\"rocprofiler-sdk-tool\""})); }},
    {dumpText, [](Head h) { return likeIf(flight::isJsonDump(h)); }, openFlightDump, false, "*.json"},
    {Phrase::tr("an execution trace of PyTorch"),
     [](Head h) { return likeIf(isJsonOf(h, {"\"schema\""}) && execution::isExecutionTrace(h), FormatMatch::Log); },
     openExecutionTrace, false, "*.json *.json.gz"},
    {Phrase::tr("a speedscope profile"), [](Head h) { return likeIf(speedscope::isProfile(h), FormatMatch::Trace); },
     openSpeedscope, true, "*.speedscope.json"},
    {Phrase::tr("a Firefox profile"), [](Head h) { return likeIf(firefox::isProfile(h), FormatMatch::Trace); },
     openFirefox, true, "*.json *.json.gz"},
    {Phrase::tr("a tree of Triton's Proton"), [](Head h) { return likeIf(proton::isTree(h), FormatMatch::Trace); },
     openProton, true, "*.hatchet"},
    {Phrase::tr("a JSON document without trace events"), jsonMatch, openJson, true,
     "*.json *.jsonl *.json.gz *.json.zst *.trace *.chrome_trace *.cpuprofile *.gz *.zst *.xz *.bz2 *.lz4 "
     "*.zip *.tar"},

    // Other text.
    {Phrase::tr("a table that torch.profiler printed: `kernline tables` reads it, and "
                "`prof.export_chrome_trace(\"trace.json\")` exports a timeline"),
     [](Head h) { return likeIf(sniff::contains(h, "Self CPU") && sniff::contains(h, "# of Calls")); }},
    {Phrase::tr("a table that nsys or nvprof printed: `kernline tables` reads it"),
     [](Head h) { return likeIf(containsAny(h, {"cuda_gpu_kern_sum", "Total Time (ns)", "Time(%)"})); }},
    {Phrase::tr("a JSON document without trace events"),
     [](Head h) { return likeIf(begins(h, "{") || begins(h, "[")); }},
    {Phrase::tr("a CSV table"), [](Head h) { return likeIf(sniff::isSeparated(sniff::withoutLeadingSpace(h), ',')); }},
    {Phrase::tr("a table with tabs"),
     [](Head h) { return likeIf(sniff::isSeparated(sniff::withoutLeadingSpace(h), '\t')); }},
    {Phrase::tr("Python source: run it under torch.profiler, and open what it exports"),
     [](Head h) { return likeIf(sniff::isPythonSource(sniff::withoutLeadingSpace(h))); }},
    {Phrase::tr("plain text or a log"), logMatch, openLog, false, "*.log *.txt *.out *.tsv *.md"},
};

/// The first that recognizes `head`, of those that `isWanted`.
template <typename Wanted>
const Format* firstOf(Head head, Wanted isWanted) {
  const auto* found = std::ranges::find_if(knownFormats, [&](const Format& format) {
    return isWanted(format) && format.recognize(head) != FormatMatch::None;
  });
  return found == std::end(knownFormats) ? nullptr : found;
}

/// Whether text may be more than a version, name or checksum as archives store them: several lines, or one with words
/// and numbers.
bool canMeasure(Head text) {
  const Head line = text.substr(0, text.find('\n'));
  const bool hasWords = std::ranges::count(line, ' ') > 0;
  const bool hasNumber = std::ranges::any_of(line, [](char c) { return c >= '0' && c <= '9'; });
  return (hasWords && hasNumber) || line.size() + 1 < text.size();
}

const Format* jsonFormat() {
  return std::ranges::find(knownFormats, &openJson, &Format::open);
}

FormatMatch logMatch(Head head) {
  if (!isText(head)) {
    return FormatMatch::None;
  }
  if (containsAny(head, {"Self CPU", "Total Time", "Metric Name", "--------", "========"})) {
    return FormatMatch::Log;
  }
  return FormatMatch::Text;
}

}  // namespace

bool isText(std::string_view head) {
  const auto* const firstText = std::ranges::find(knownFormats, &openEvents, &Format::open);
  return std::ranges::none_of(std::begin(knownFormats), firstText,
                              [start = head.substr(0, textHeadBytes)](const Format& format) {
                                return format.recognize(start) != FormatMatch::None;
                              });
}

const Format& openerOf(std::string_view head) {
  const Format* found = firstOf(head, [](const Format& format) { return format.open != nullptr; });
  return found != nullptr ? *found : *jsonFormat();
}

FormatMatch matchFormat(std::string_view head) {
  auto unwrapped = unwrap(std::make_unique<MemoryStream>(head), nullptr, "", matchFormat);
  if (!unwrapped) {
    return FormatMatch::None;
  }
  const std::string_view text = unwrapped->stream->peek(headBytes);
  const Format* found = firstOf(text, [](const Format& format) { return format.open != nullptr; });
  // Most pickles in archives are parts of checkpoints. A single line is no log.
  const auto isSnapshot = [text] { return text.contains("total_size") && text.contains("allocated_size"); };
  if (found == nullptr || (found->open == openSnapshot && !isSnapshot())) {
    return FormatMatch::None;
  }
  if (found->open == openSnapshot) {
    return FormatMatch::Possible;  // traces come first
  }
  const FormatMatch match = found->recognize(text);
  return match == FormatMatch::Text && !canMeasure(text) ? FormatMatch::None : match;
}

const Format& formatOf(std::string_view head) {
  const Format* found = firstOf(head, [](const Format&) { return true; });
  return found != nullptr ? *found : *std::rbegin(knownFormats);
}

const Format* readerOf(std::string_view head) {
  const Format& format = formatOf(head);
  if (format.open != nullptr) {
    return &format;
  }
  // Text formats that come after JSON have names of their own, but are read as logs.
  const bool isRead = &format > jsonFormat() && !sniff::isPythonSource(sniff::withoutLeadingSpace(head));
  return isRead ? &openerOf(head) : nullptr;
}

Phrase describeContent(std::string_view head) {
  return formatOf(head).name;
}

std::string filePatterns() {
  std::string patterns;
  for (const Format& format : knownFormats) {
    std::string_view rest = format.patterns;
    while (!rest.empty()) {
      const std::string_view pattern = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(rest.size(), pattern.size() + 1));
      const std::string padded = " " + patterns + " ";
      if (!padded.contains(" " + std::string(pattern) + " ")) {
        patterns.append(patterns.empty() ? "" : " ").append(pattern);
      }
    }
  }
  return patterns;
}

}  // namespace kernline
