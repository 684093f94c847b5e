// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/arrow/arrow_export.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernline::arrow {

namespace {

constexpr std::int64_t nullableFlag = 2;  // ARROW_FLAG_NULLABLE

/// Keys and values as the interface has them: counts and lengths as native 32-bit integers, each before what it counts.
std::string encoded(const std::vector<std::pair<std::string, std::string>>& metadata) {
  std::string bytes;
  const auto addNumber = [&](std::size_t number) {
    const auto native = static_cast<std::int32_t>(number);
    std::array<char, sizeof native> digits{};
    std::memcpy(digits.data(), &native, sizeof native);
    bytes.append(digits.data(), digits.size());
  };
  addNumber(metadata.size());
  for (const auto& [key, value] : metadata) {
    for (const std::string& text : {key, value}) {
      addNumber(text.size());
      bytes += text;
    }
  }
  return bytes;
}

/// Owner of what a schema points to. Children release themselves, as they may have been moved.
struct SchemaParts {
  std::string name;
  std::string metadata;
  std::vector<std::unique_ptr<ArrowSchema>> owned;
  std::vector<ArrowSchema*> children;
};

template <typename Structure, typename Parts>
void releaseWith(Structure* structure) {
  for (std::int64_t i = 0; i < structure->n_children; ++i) {
    if (structure->children[i]->release != nullptr) {
      structure->children[i]->release(structure->children[i]);
    }
  }
  if (structure->dictionary != nullptr && structure->dictionary->release != nullptr) {
    structure->dictionary->release(structure->dictionary);
  }
  delete static_cast<Parts*>(structure->private_data);
  structure->release = nullptr;
}

void fillSchema(ArrowSchema& out, const char* format, std::unique_ptr<SchemaParts> parts, std::int64_t flags) {
  SchemaParts& kept = *parts;
  out = {.format = format,
         .name = kept.name.c_str(),
         .metadata = kept.metadata.empty() ? nullptr : kept.metadata.c_str(),
         .flags = flags,
         .n_children = static_cast<std::int64_t>(kept.children.size()),
         .children = kept.children.data(),
         .dictionary = nullptr,
         .release = releaseWith<ArrowSchema, SchemaParts>,
         .private_data = parts.release()};
}

void describeColumn(ArrowSchema& out, const parquet::ColumnSchema& column) {
  auto parts = std::make_unique<SchemaParts>();
  parts->name = column.name;
  if (column.type != sql::ColumnType::Text) {
    fillSchema(out, column.type == sql::ColumnType::Real ? "g" : "l", std::move(parts), nullableFlag);
    return;
  }
  ArrowSchema* const dictionary = parts->owned.emplace_back(std::make_unique<ArrowSchema>()).get();
  fillSchema(*dictionary, "U", std::make_unique<SchemaParts>(), nullableFlag);
  fillSchema(out, "i", std::move(parts), nullableFlag);
  out.dictionary = dictionary;
}

/// Owner of what an array points to, and of the table whose memory it uses.
struct ArrayParts {
  std::shared_ptr<const ArrowTable> table;
  std::array<const void*, 3> buffers{};
  std::vector<std::unique_ptr<ArrowArray>> owned;
  std::vector<ArrowArray*> children;
};

std::unique_ptr<ArrayParts> partsOf(const std::shared_ptr<const ArrowTable>& table,
                                    std::array<const void*, 3> buffers) {
  auto parts = std::make_unique<ArrayParts>();
  parts->table = table;
  parts->buffers = buffers;
  return parts;
}

void fillArray(ArrowArray& out, std::size_t length, std::size_t nulls, std::int64_t buffers,
               std::unique_ptr<ArrayParts> parts) {
  ArrayParts& kept = *parts;
  out = {.length = static_cast<std::int64_t>(length),
         .null_count = static_cast<std::int64_t>(nulls),
         .offset = 0,
         .n_buffers = buffers,
         .n_children = static_cast<std::int64_t>(kept.children.size()),
         .buffers = kept.buffers.data(),
         .children = kept.children.data(),
         .dictionary = nullptr,
         .release = releaseWith<ArrowArray, ArrayParts>,
         .private_data = parts.release()};
}

void fillColumn(ArrowArray& out, const std::shared_ptr<const ArrowTable>& table, const ArrowColumn& column) {
  constexpr std::int64_t fixedBuffers = 2;
  constexpr std::int64_t textBuffers = 3;
  const void* const values = column.integers() != nullptr ? static_cast<const void*>(column.integers())
                             : column.reals() != nullptr  ? static_cast<const void*>(column.reals())
                                                          : static_cast<const void*>(column.codes());
  auto parts = partsOf(table, {column.validity(), values, nullptr});
  if (column.codes() == nullptr) {
    fillArray(out, table->rows, column.nullCount(), fixedBuffers, std::move(parts));
    return;
  }
  ArrowArray* const dictionary = parts->owned.emplace_back(std::make_unique<ArrowArray>()).get();
  fillArray(*dictionary, column.textCount(), 0, textBuffers,
            partsOf(table, {nullptr, column.textOffsets().data(), column.textBytes().data()}));
  fillArray(out, table->rows, column.nullCount(), fixedBuffers, std::move(parts));
  out.dictionary = dictionary;
}

void fillTable(ArrowArray& out, const std::shared_ptr<const ArrowTable>& table) {
  auto parts = partsOf(table, {});
  for (const ArrowColumn& column : table->columns) {
    ArrowArray* const child = parts->owned.emplace_back(std::make_unique<ArrowArray>()).get();
    fillColumn(*child, table, column);
    parts->children.push_back(child);
  }
  fillArray(out, table->rows, 0, 1, std::move(parts));
}

struct StreamParts {
  std::shared_ptr<const ArrowTable> table;
  bool isRead = false;
};

/// Runs `work` as a function that C calls: no exception leaves it.
template <typename Work>
int guarded(const Work& work) {
  try {
    work();
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int streamSchema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded([&] { exportSchema(*static_cast<StreamParts*>(stream->private_data)->table, *out); });
}

int streamNext(ArrowArrayStream* stream, ArrowArray* out) {
  return guarded([&] {
    auto& parts = *static_cast<StreamParts*>(stream->private_data);
    *out = {};  // released: the end
    if (!std::exchange(parts.isRead, true)) {
      fillTable(*out, parts.table);
    }
  });
}

const char* streamError(ArrowArrayStream*) {
  return "not enough memory";
}

void releaseStream(ArrowArrayStream* stream) {
  delete static_cast<StreamParts*>(stream->private_data);
  stream->release = nullptr;
}

}  // namespace

void exportSchema(const ArrowTable& table, ArrowSchema& out) {
  auto parts = std::make_unique<SchemaParts>();
  if (!table.metadata.empty()) {
    parts->metadata = encoded(table.metadata);
  }
  for (const ArrowColumn& column : table.columns) {
    ArrowSchema* const child = parts->owned.emplace_back(std::make_unique<ArrowSchema>()).get();
    describeColumn(*child, column.schema());
    parts->children.push_back(child);
  }
  fillSchema(out, "+s", std::move(parts), 0);
}

void exportStream(std::shared_ptr<const ArrowTable> table, ArrowArrayStream& out) {
  out = {.get_schema = streamSchema,
         .get_next = streamNext,
         .get_last_error = streamError,
         .release = releaseStream,
         .private_data = new StreamParts{.table = std::move(table)}};
}

}  // namespace kernline::arrow
