// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/experiment/content_links.h"

#include "core/model/base/text.h"
#include "core/open/experiment/file_names.h"

#include <algorithm>

namespace kernline {

namespace {

/// Number of kernels that `beside` lists and the trace has.
std::size_t sharedKernels(const FileContents& beside, const FileContents& trace) {
  std::size_t shared = 0;
  for (const std::string& name : beside.kernels) {
    shared += std::ranges::binary_search(trace.kernels, name) ? 1 : 0;
  }
  for (const std::string& begin : beside.cutNames) {
    const auto at = std::ranges::lower_bound(trace.fullNames, begin);
    shared += at != trace.fullNames.end() && at->starts_with(begin) ? 1 : 0;
  }
  return shared;
}

std::size_t listedKernels(const FileContents& seen) {
  return seen.kernels.size() + seen.cutNames.size();
}

/// Returns a match if at least half of the shorter list is shared: a table may be cut to its first rows, and a log may
/// be of many traces. One kernel alone, a GEMM say, is in many programs.
std::optional<ContentMatch> kernelMatch(const FoundFile& beside, const FileContents& besideSeen, const FoundFile& trace,
                                        const FileContents& traceSeen) {
  const std::size_t listed = listedKernels(besideSeen);
  const std::size_t least = std::min(listed, traceSeen.kernels.size());
  const std::size_t shared = least == 0 ? 0 : sharedKernels(besideSeen, traceSeen);
  if (shared == 0 || 2 * shared < least || (shared == 1 && listed > 1)) {
    return std::nullopt;
  }
  const auto ofAll = static_cast<double>(listed + traceSeen.kernels.size() - std::min(shared, listed));
  return ContentMatch{.reason = JoinReason::Contents,
                      .share = static_cast<double>(shared) / ofAll,
                      .why = Phrase::tr("%1 of %2 kernels of %3 occur in %4")
                                 .with(shared, listed, fileNameOf(beside.name), fileNameOf(trace.name))};
}

/// Recorded at the same time, by the clocks that both say.
std::optional<ContentMatch> timeMatch(const FoundFile& beside, const FileContents& besideSeen, const FoundFile& trace,
                                      const FileContents& traceSeen) {
  if (!besideSeen.span || !traceSeen.span || besideSeen.baseTimeNs == 0 || traceSeen.baseTimeNs == 0) {
    return std::nullopt;
  }
  // A double is off by a quarter of a microsecond so long after 1970, and cannot overflow.
  const auto at = [](const FileContents& seen, Time time) {
    return static_cast<double>(seen.baseTimeNs) + static_cast<double>(time.ns);
  };
  const double traceBegin = at(traceSeen, traceSeen.span->begin);
  const double traceEnd = at(traceSeen, traceSeen.span->end);
  const double begin = std::max(at(besideSeen, besideSeen.span->begin), traceBegin);
  const double end = std::min(at(besideSeen, besideSeen.span->end), traceEnd);
  if (begin >= end) {
    return std::nullopt;
  }
  return ContentMatch{
      .reason = JoinReason::Contents,
      .share = (end - begin) / (traceEnd - traceBegin),
      .why =
          Phrase::tr("%1 and %2 were recorded at the same time").with(fileNameOf(beside.name), fileNameOf(trace.name))};
}

}  // namespace

std::optional<ContentMatch> contentMatch(const FoundFile& beside, const FileContents& besideSeen,
                                         const FoundFile& trace, const FileContents& traceSeen) {
  const std::string_view traceName = fileNameOf(trace.name);
  const bool isNamed =
      std::ranges::any_of(besideSeen.files, [&](const std::string& file) { return fileNameOf(file) == traceName; });
  if (isNamed) {
    return ContentMatch{.reason = JoinReason::Named,
                        .share = 1,
                        .why = Phrase::tr("%1 names %2").with(fileNameOf(beside.name), traceName)};
  }
  if (!beside.process.empty() && std::ranges::count(traceSeen.processes, beside.process) > 0) {
    return ContentMatch{
        .reason = JoinReason::Contents,
        .share = 1,
        .why = Phrase::tr("%1 and %2 are of process %3").with(fileNameOf(beside.name), traceName, beside.process)};
  }
  return beside.kind == FileKind::Memory ? timeMatch(beside, besideSeen, trace, traceSeen)
                                         : kernelMatch(beside, besideSeen, trace, traceSeen);
}

bool isContradicted(const FileContents& besideSeen, const FileContents& traceSeen) {
  return listedKernels(besideSeen) > 0 && !traceSeen.kernels.empty() && sharedKernels(besideSeen, traceSeen) == 0;
}

}  // namespace kernline
