// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/packet_head.h"

#include <protozero/pbf_writer.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::test {

using Writer = protozero::pbf_writer;

/// A message made by `fill(Writer&)`.
template <typename Fill>
[[nodiscard]] std::string messageOf(const Fill& fill) {
  std::string bytes;
  Writer writer(bytes);
  fill(writer);
  return bytes;
}

/// Small Perfetto traces, packet by packet.
class PacketWriter {
 public:
  [[nodiscard]] const std::string& bytes() const { return m_bytes; }

  /// A packet of its own, `fill`ed.
  template <typename Fill>
  void packet(const Fill& fill) {
    Writer writer(m_bytes);
    writer.add_message(1, messageOf(fill));
  }
  /// A packet at a time on sequence 1.
  template <typename Fill>
  void timed(std::uint64_t time, const Fill& fill) {
    packet([&](Writer& p) {
      p.add_uint64(8, time);
      p.add_uint32(10, sequence);
      fill(p);
    });
  }

  void process(std::uint64_t uuid, int pid, std::string_view name) {
    descriptor(uuid, 0, "", [&](Writer& d) {
      d.add_message(3, test::messageOf([&](Writer& p) {
                      p.add_int32(1, pid);
                      p.add_string(6, std::string(name));
                    }));
    });
  }
  void thread(std::uint64_t uuid, int pid, int tid, std::string_view name) {
    descriptor(uuid, 0, "", [&](Writer& d) {
      d.add_message(4, test::messageOf([&](Writer& t) {
                      t.add_int32(1, pid);
                      t.add_int32(2, tid);
                      t.add_string(5, std::string(name));
                    }));
    });
  }
  template <typename Fill>
  void descriptor(std::uint64_t uuid, std::uint64_t parent, std::string_view name, const Fill& fill) {
    packet([&](Writer& p) {
      p.add_message(60, test::messageOf([&](Writer& d) {
                      d.add_uint64(1, uuid);
                      if (!name.empty()) {
                        d.add_string(2, std::string(name));
                      }
                      if (parent != 0) {
                        d.add_uint64(5, parent);
                      }
                      fill(d);
                    }));
    });
  }
  void descriptor(std::uint64_t uuid, std::uint64_t parent, std::string_view name) {
    descriptor(uuid, parent, name, [](Writer&) {});
  }

  /// A TrackEvent; type 1 begins, 2 ends, 3 is an instant, 4 a counter.
  template <typename Fill>
  void event(std::uint64_t time, int type, std::uint64_t track, const Fill& fill) {
    timed(time, [&](Writer& p) {
      p.add_message(11, test::messageOf([&](Writer& e) {
                      if (type != 0) {
                        e.add_int32(9, type);
                      }
                      if (track != 0) {
                        e.add_uint64(11, track);
                      }
                      fill(e);
                    }));
    });
  }
  void begin(std::uint64_t time, std::uint64_t track, std::string_view name) {
    event(time, 1, track, [&](Writer& e) { e.add_string(23, std::string(name)); });
  }
  void end(std::uint64_t time, std::uint64_t track) {
    event(time, 2, track, [](Writer&) {});
  }

  /// InternedData, with the state cleared before it or not.
  template <typename Fill>
  void interned(bool clears, const Fill& fill) {
    packet([&](Writer& p) {
      p.add_uint32(10, sequence);
      p.add_uint32(13, clears ? 1 : 2);
      p.add_message(12, test::messageOf(fill));
    });
  }
  static std::string entry(std::uint64_t iid, std::string_view text, int field = 2) {
    return test::messageOf([&](Writer& w) {
      w.add_uint64(1, iid);
      w.add_string(static_cast<std::uint32_t>(field), std::string(text));
    });
  }

  std::uint32_t sequence = 1;

 private:
  std::string m_bytes;
};

}  // namespace kernline::test
