// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/proton/read_proton.h"

#include "core/import/document/document_reader.h"
#include "core/import/events/gpu_process.h"
#include "core/import/events/read_details.h"
#include "core/import/proton/tree_node.h"
#include "core/import/samples/loose_json.h"
#include "core/model/base/text.h"
#include "core/model/format/quantity.h"
#include "core/model/json/members.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

namespace kernline::proton {

namespace {

using chrome::MemberWalk;
using chrome::RawValue;

class NodeEvents final : public EventSource {
 public:
  explicit NodeEvents(std::shared_ptr<const WholeText> text) : m_text(std::move(text)) {}

  [[nodiscard]] EventDetails details(std::uint64_t offset) const override {
    EventDetails details;
    const std::string_view rest = m_text->view.substr(std::min<std::uint64_t>(offset, m_text->view.size()));
    const std::string_view node = chrome::scanValue(rest.data(), rest.data() + rest.size()).value.text;
    details.fields = chrome::toTree(chrome::findMember(node, "frame").text);
    details.args = chrome::toTree(chrome::findMember(node, "metrics").text);
    return details;
  }

  [[nodiscard]] Message place(std::uint64_t offset) const override {
    return Phrase::tr("byte %1").with(formatCount(offset));
  }

 private:
  std::shared_ptr<const WholeText> m_text;
};

/// Lays the tree out on a clock of its own: a node's own time first, then its children.
class TreeSpans {
 public:
  TreeSpans(TraceBuilder& builder, const Tree& tree) : m_builder(builder), m_tree(tree) {}

  void add() {
    Process process;
    process.name = m_builder.intern("Proton scopes");
    m_host = m_builder.addProcess(process);
    Track track;
    track.process = m_host;
    track.kind = TrackKind::Thread;
    track.name = m_builder.intern("tree");
    m_scopes = m_builder.addTrack(track);
    m_kernel = m_builder.addCategory(m_builder.intern("kernel"));
    std::vector<Time> begins(m_tree.nodes.size());
    for (std::size_t i = 0; i < m_tree.nodes.size(); ++i) {
      const TreeNode& node = m_tree.nodes[i];
      addNode(node, begins[i]);
      Time at{begins[i].ns + node.ownTotal};
      for (std::size_t child = node.firstChild; child < node.firstChild + node.childCount; ++child) {
        begins[child] = at;
        at.ns += m_tree.nodes[child].inclusive;
      }
    }
    m_builder.report().add(IssueKind::TotalsWithoutTimes, 0);
  }

 private:
  void addNode(const TreeNode& node, Time begin) {
    const bool isKernel = node.device >= 0 && node.unit.ends_with("(ns)") && (node.count > 0 || node.ownTotal > 0);
    if (isKernel) {
      addLaunches(node, begin);
    }
    if (!isKernel || node.childCount > 0) {
      SpanRecord scope;
      scope.start = begin;
      scope.duration = {node.inclusive};
      scope.offset = node.byte;
      scope.name = m_builder.intern(node.name);
      scope.track = m_scopes;
      scope.kind = SpanKind::Annotation;
      m_builder.addSpan(scope);
    }
  }

  /// Launches of equal length that add up to the total, each with a call of no length that ties it to its scope.
  void addLaunches(const TreeNode& node, Time begin) {
    const std::uint64_t launches = std::max<std::uint64_t>(1, node.count);
    const std::uint64_t drawn = std::min(launches, std::max<std::uint64_t>(1, m_launchesLeft));
    m_launchesLeft -= std::min(m_launchesLeft, drawn);
    m_builder.report().addMany(IssueKind::UnsupportedRecord, launches - drawn, node.byte, "launches of one kernel");
    const auto total = static_cast<std::uint64_t>(node.ownTotal);
    std::uint64_t at = 0;
    for (std::uint64_t i = 0; i < drawn; ++i) {
      const std::uint64_t length = total / drawn + (i < total % drawn ? 1 : 0);
      SpanRecord span;
      span.start = {begin.ns + static_cast<std::int64_t>(at)};
      span.duration = {static_cast<std::int64_t>(length)};
      span.offset = node.byte;
      span.name = m_builder.intern(node.name);
      span.track = streamOf(node);
      span.correlation = ++m_correlation;
      span.category = m_kernel;
      span.kind = SpanKind::Kernel;
      m_builder.addSpan(span);
      span.duration = {};
      span.track = m_scopes;
      span.category = CategoryId::none;
      span.kind = SpanKind::Runtime;
      m_builder.addSpan(span);
      at += length;
    }
  }

  TrackId streamOf(const TreeNode& node) {
    const auto [at, isNew] = m_streams.try_emplace({node.deviceType, node.device}, TrackId::none);
    if (isNew) {
      Track track;
      track.process = addGpuProcess(m_builder, node.device);
      track.kind = TrackKind::Stream;
      track.name = m_builder.intern("kernels");
      at->second = m_builder.addTrack(track);
    }
    return at->second;
  }

  TraceBuilder& m_builder;
  const Tree& m_tree;
  ProcessId m_host = ProcessId::none;
  TrackId m_scopes = TrackId::none;
  CategoryId m_kernel = CategoryId::none;
  std::map<std::pair<std::string, std::int32_t>, TrackId> m_streams;
  std::uint64_t m_launchesLeft = std::uint64_t{1} << 17;
  std::uint32_t m_correlation = 0;
};

std::uint32_t smallNumber(std::string_view object, std::string_view key) {
  std::uint32_t number = 0;
  const std::string text = chrome::findMember(object, key).unescaped();
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// {"CUDA": {"0": {"arch": "90", "num_sms": 132, …}}}; AMD's arch is a word, "gfx942".
void addDevices(TraceBuilder& builder, std::string_view devices) {
  for (MemberWalk type(devices); type.next();) {
    for (MemberWalk walk(type.value().text); walk.next();) {
      Device device;
      const std::string number = walk.key().unescaped();
      std::from_chars(number.data(), number.data() + number.size(), device.id);
      const std::string_view facts = walk.value().text;
      device.multiprocessors = smallNumber(facts, "num_sms");
      std::string arch = chrome::findMember(facts, "arch").unescaped();
      chrome::repairUtf8(arch);
      if (const std::uint32_t compute = smallNumber(facts, "arch"); compute != 0) {
        device.computeMajor = compute / 10;
        device.computeMinor = compute % 10;
      } else {
        device.name = arch;
      }
      builder.addDevice(std::move(device));
    }
  }
  std::string raw(devices);
  chrome::repairUtf8(raw);
  builder.addMetadata("devices", std::move(raw));
}

class ProtonReader : public DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  Expected<std::shared_ptr<const Trace>> run(SourceFile source) {
    const std::string_view text = m_text->view;
    samples::LooseElements elements(text.substr(std::min(text.find('['), text.size())));
    if (!elements.next() || !elements.text().starts_with('{')) {
      return std::unexpected(
          Error{Error::Kind::NotATrace, Phrase::tr("%1: not a Proton tree (.hatchet)").with(source.path)});
    }
    const std::string_view root = elements.text();
    const Tree tree = readTree(text, root);
    ImportReport& report = m_builder.report();
    noteEnd(text.size(), chrome::scanValue(root.data(), root.data() + root.size()).after == nullptr);
    report.addMany(IssueKind::BrokenEvent, tree.brokenNodes, tree.firstBroken);
    report.addMany(IssueKind::UnsupportedRecord, tree.unreadNodes, 0, "scopes nested too deeply");
    while (elements.next()) {
      if (chrome::findMember(elements.text(), "frame").kind != RawValue::Kind::None) {
        report.add(IssueKind::UnsupportedRecord, static_cast<std::uint64_t>(elements.text().data() - text.data()),
                   "a further tree");
      } else {
        addDevices(m_builder, elements.text());
      }
    }
    TreeSpans(m_builder, tree).add();
    m_builder.setCorrelationsUnique();
    return built(std::move(source), formatOf(tree), std::make_shared<NodeEvents>(m_text));
  }

 private:
  static Message formatOf(const Tree& tree) {
    const auto measured = std::ranges::find_if(tree.nodes, [](const TreeNode& node) { return !node.unit.empty(); });
    return measured == tree.nodes.end()
               ? Message(Phrase::tr("Proton tree without a measured total"))
               : Phrase::tr("Proton tree; it has totals (%1) and no times: a span is as wide as its total")
                     .with(measured->unit);
  }
};

}  // namespace

bool isTree(std::string_view head) {
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || head[first] != '[' || head.contains("\"ph\"")) {
    return false;
  }
  return head.contains("\"children\"") && head.contains("\"frame\"") && head.contains("\"metrics\"");
}

Expected<std::shared_ptr<const Trace>> readProton(std::shared_ptr<const Input> input, const LoadOptions& options,
                                                  std::stop_token stop, Progress& progress) {
  return readDocument<ProtonReader>(std::move(input), options, std::move(stop), progress);
}

Expected<std::shared_ptr<const Trace>> readProtonText(std::string text, const LoadOptions& options) {
  return readDocumentText<ProtonReader>(std::move(text), options);
}

}  // namespace kernline::proton
