// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/packed/packed_message.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

namespace kernline::test {
namespace {

using packed::PackedReader;
using packed::PackedWriter;

std::string packedText(const Message& message) {
  PackedWriter writer;
  packed::addMessage(writer, message);
  return writer.take();
}

Message unpackedText(const std::string& bytes) {
  PackedReader reader(bytes, bytes.size());
  return packed::readMessage(reader);
}

TEST(PackedMessage, isThatMessagePartByPart) {
  for (const Message& message :
       {Message(), Message::name("100 %1"), Message(Phrase::tr("Stopped.")),
        Phrase::tr("%1: %2").with("node7", Phrase::tr("cannot open %1: %2").with("a", Message::systemError(ENOENT)))}) {
    EXPECT_EQ(unpackedText(packedText(message)), message) << message.english();
  }
}

TEST(PackedMessage, isNoneOfOtherBytes) {
  Message deep = Message::name("a");
  for (int i = 0; i < 100; ++i) {
    deep = Phrase::tr("%1 %2").with(deep, "b");
  }
  EXPECT_THROW(static_cast<void>(unpackedText(packedText(deep))), packed::BrokenBytes);
  const std::string good = packedText(Phrase::tr("%1: %2").with("node7", "gone"));
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_THROW(static_cast<void>(unpackedText(good.substr(0, length))), packed::BrokenBytes) << length;
  }
}

}  // namespace
}  // namespace kernline::test
