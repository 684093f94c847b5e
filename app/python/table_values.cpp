// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/table_values.h"

#include "core/output/arrow/arrow_export.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace kernline::python {

namespace {

using arrow::ArrowColumn;

Reference none() {
  Py_INCREF(Py_None);
  return Reference(Py_None);
}

/// One column at a time; each text of the dictionary is one object.
class ColumnReader {
 public:
  explicit ColumnReader(const ArrowColumn& column)
      : m_column(column), m_texts(column.codes() == nullptr ? 0 : column.textCount()) {}

  [[nodiscard]] Reference value(std::size_t row) {
    if (m_column.isNull(row)) {
      return none();
    }
    if (m_column.integers() != nullptr) {
      return Reference(PyLong_FromLongLong(m_column.integers()[row]));
    }
    if (m_column.reals() != nullptr) {
      return Reference(PyFloat_FromDouble(m_column.reals()[row]));
    }
    const auto code = static_cast<std::size_t>(m_column.codes()[row]);
    if (!m_texts[code]) {
      m_texts[code] = toPython(m_column.text(code));
    }
    Py_XINCREF(m_texts[code].get());
    return Reference(m_texts[code].get());
  }

 private:
  const ArrowColumn& m_column;
  std::vector<Reference> m_texts;  // text of each code; null if not made yet
};

Reference listOf(const ArrowColumn& column, std::size_t first, std::size_t count) {
  Reference list(PyList_New(static_cast<Py_ssize_t>(count)));
  ColumnReader reader(column);
  for (std::size_t i = 0; list && i < count; ++i) {
    Reference value = reader.value(first + i);
    if (!value || PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), value.release()) != 0) {
      return nullptr;
    }
  }
  return list;
}

const char* typeName(sql::ColumnType type) {
  return type == sql::ColumnType::Real ? "double" : type == sql::ColumnType::Text ? "string" : "int64";
}

/// Puts a structure of Arrow into a capsule, which releases it if its contents were not moved out.
template <typename Structure>
Reference arrowCapsule(std::unique_ptr<Structure> structure, const char* name) {
  Reference capsule(PyCapsule_New(structure.get(), name, [](PyObject* object) {
    const std::unique_ptr<Structure> owned(
        static_cast<Structure*>(PyCapsule_GetPointer(object, PyCapsule_GetName(object))));
    if (owned && owned->release != nullptr) {
      owned->release(owned.get());
    }
  }));
  if (!capsule) {
    structure->release(structure.get());
    return nullptr;
  }
  static_cast<void>(structure.release());
  return capsule;
}

}  // namespace

Reference valuesOf(const arrow::ArrowTable& table, std::size_t first, std::size_t count) {
  first = std::min(first, table.rows);
  count = std::min(count, table.rows - first);
  Reference values(PyDict_New());
  for (const ArrowColumn& column : table.columns) {
    const Reference name = toPython(column.schema().name);
    const Reference list = listOf(column, first, count);
    if (!values || !name || !list || PyDict_SetItem(values.get(), name.get(), list.get()) != 0) {
      return nullptr;
    }
  }
  return values;
}

Reference valuesOf(const arrow::ArrowTable& table, std::size_t column) {
  return listOf(table.columns[column], 0, table.rows);
}

Reference columnsOf(const arrow::ArrowTable& table) {
  Reference columns(PyList_New(0));
  for (const ArrowColumn& column : table.columns) {
    const Reference name = toPython(column.schema().name);
    const Reference pair(name ? Py_BuildValue("(Os)", name.get(), typeName(column.schema().type)) : nullptr);
    if (!columns || !pair || PyList_Append(columns.get(), pair.get()) != 0) {
      return nullptr;
    }
  }
  return columns;
}

Reference schemaCapsule(const arrow::ArrowTable& table) {
  auto schema = std::make_unique<ArrowSchema>();
  arrow::exportSchema(table, *schema);
  return arrowCapsule(std::move(schema), "arrow_schema");
}

Reference streamCapsule(SharedTable table) {
  auto stream = std::make_unique<ArrowArrayStream>();
  arrow::exportStream(std::move(table), *stream);
  return arrowCapsule(std::move(stream), "arrow_array_stream");
}

}  // namespace kernline::python
