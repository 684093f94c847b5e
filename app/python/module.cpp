// SPDX-License-Identifier: GPL-3.0-or-later
// `_kernline`: what the package `kernline` asks. Files and tables are capsules here; the package gives them methods.
#include "app/python/open_file.h"
#include "app/python/python_api.h"
#include "app/python/table_values.h"
#include "app/python/unlocked.h"

#include <algorithm>
#include <array>
#include <exception>
#include <expected>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace kernline::python;

constexpr const char* fileCapsule = "kernline.file";
constexpr const char* tableCapsule = "kernline.table";

PyObject* errorType = nullptr;

/// ["…", …]; null with an exception.
Reference listOfTexts(const Diagnostics& texts) {
  Reference list(PyList_New(0));
  for (const std::string& text : texts) {
    const Reference item = toPython(text);
    if (!list || !item || PyList_Append(list.get(), item.get()) != 0) {
      return nullptr;
    }
  }
  return list;
}

PyObject* raise(const Diagnostics& sentences) {
  std::string all;
  for (const std::string& sentence : sentences) {
    all += (all.empty() ? "" : "\n") + sentence;
  }
  if (const Reference text = toPython(all.empty() ? "kernline failed" : all)) {
    PyErr_SetObject(errorType, text.get());
  }
  return nullptr;
}

/// Returns a text or a path in the bytes of the system; nullopt with an exception for anything else.
std::optional<std::string> textIn(PyObject* object) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(object, static_cast<void*>(&bytes)) == 0) {
    return std::nullopt;
  }
  const Reference owned(bytes);
  return std::string(PyBytes_AsString(bytes), static_cast<std::size_t>(PyBytes_Size(bytes)));
}

/// Returns the texts of a list.
std::optional<std::vector<std::string>> textsIn(PyObject* list) {
  std::vector<std::string> texts;
  for (Py_ssize_t i = 0; i < PyList_Size(list); ++i) {
    auto text = textIn(PyList_GetItem(list, i));
    if (!text) {
      return std::nullopt;
    }
    texts.push_back(std::move(*text));
  }
  return texts;
}

PyObject* open(PyObject*, PyObject* path) {
  const auto name = textIn(path);
  std::expected<Opened, Diagnostics> opened;
  if (!name || !runUnlocked([&](const std::stop_token& stop) { opened = openFile(*name, stop); })) {
    return nullptr;
  }
  if (!opened) {
    return raise(opened.error());
  }
  const Reference kind = toPython(kindOf(*opened->file));
  const Reference said = listOfTexts(opened->diagnostics);
  const Reference file(capsuleOf(opened->file, fileCapsule));
  return kind && said && file ? Py_BuildValue("(OOO)", file.get(), kind.get(), said.get()) : nullptr;
}

PyObject* runCommand(PyObject*, PyObject* arguments) {
  PyObject* words = nullptr;
  PyObject* held = nullptr;
  if (PyArg_ParseTuple(arguments, "O!O!", &PyList_Type, &words, &PyList_Type, &held) == 0) {
    return nullptr;
  }
  const auto texts = textsIn(words);
  std::vector<SharedFile> files;
  for (Py_ssize_t i = 0; i < PyList_Size(held); ++i) {
    const auto* file = valueIn<SharedFile>(PyList_GetItem(held, i), fileCapsule);
    if (file == nullptr) {
      return nullptr;
    }
    files.push_back(*file);
  }
  Answer result;
  if (!texts || !runUnlocked([&](const std::stop_token& stop) { result = answer(*texts, files, stop); })) {
    return nullptr;
  }
  if (result.code != kernline::cli::done) {
    return raise(result.diagnostics);
  }
  const Reference text = toPython(result.text);
  const Reference said = listOfTexts(result.diagnostics);
  return text && said ? Py_BuildValue("(OO)", text.get(), said.get()) : nullptr;
}

PyObject* refuseChanged(PyObject*, PyObject* capsule) {
  const auto* file = valueIn<SharedFile>(capsule, fileCapsule);
  if (file == nullptr) {
    return nullptr;
  }
  if (auto change = changeOf(**file)) {
    return raise({std::move(*change)});
  }
  Py_RETURN_NONE;
}

PyObject* tableOrRaise(std::expected<SharedTable, Diagnostics> table) {
  return table ? capsuleOf(std::move(*table), tableCapsule) : raise(table.error());
}

PyObject* table(PyObject*, PyObject* arguments) {
  PyObject* capsule = nullptr;
  const char* name = nullptr;
  PyObject* columns = nullptr;
  if (PyArg_ParseTuple(arguments, "OsO!", &capsule, &name, &PyList_Type, &columns) == 0) {
    return nullptr;
  }
  const auto* file = valueIn<SharedFile>(capsule, fileCapsule);
  const auto wanted = file == nullptr ? std::nullopt : textsIn(columns);
  std::expected<SharedTable, Diagnostics> made;
  if (!wanted || !runUnlocked([&](const std::stop_token& stop) { made = tableOf(**file, name, *wanted, stop); })) {
    return nullptr;
  }
  return tableOrRaise(std::move(made));
}

PyObject* query(PyObject*, PyObject* arguments) {
  PyObject* capsule = nullptr;
  const char* sql = nullptr;
  if (PyArg_ParseTuple(arguments, "Os", &capsule, &sql) == 0) {
    return nullptr;
  }
  const auto* file = valueIn<SharedFile>(capsule, fileCapsule);
  std::expected<SharedTable, Diagnostics> made;
  if (file == nullptr || !runUnlocked([&](const std::stop_token& stop) { made = queryOf(**file, sql, stop); })) {
    return nullptr;
  }
  return tableOrRaise(std::move(made));
}

PyObject* rowCount(PyObject*, PyObject* capsule) {
  const auto* table = valueIn<SharedTable>(capsule, tableCapsule);
  return table == nullptr ? nullptr : PyLong_FromSize_t((*table)->rows);
}

PyObject* columns(PyObject*, PyObject* capsule) {
  const auto* table = valueIn<SharedTable>(capsule, tableCapsule);
  return table == nullptr ? nullptr : columnsOf(**table).release();
}

PyObject* values(PyObject*, PyObject* arguments) {
  PyObject* capsule = nullptr;
  Py_ssize_t first = 0;
  Py_ssize_t count = 0;
  if (PyArg_ParseTuple(arguments, "Onn", &capsule, &first, &count) == 0) {
    return nullptr;
  }
  const auto* table = valueIn<SharedTable>(capsule, tableCapsule);
  return table == nullptr
             ? nullptr
             : valuesOf(**table, static_cast<std::size_t>(first), static_cast<std::size_t>(count)).release();
}

PyObject* column(PyObject*, PyObject* arguments) {
  PyObject* capsule = nullptr;
  const char* name = nullptr;
  if (PyArg_ParseTuple(arguments, "Os", &capsule, &name) == 0) {
    return nullptr;
  }
  const auto* table = valueIn<SharedTable>(capsule, tableCapsule);
  if (table == nullptr) {
    return nullptr;
  }
  const auto nameOf = [](const kernline::arrow::ArrowColumn& each) { return std::string_view(each.schema().name); };
  const auto at = std::ranges::find((*table)->columns, std::string_view(name), nameOf);
  if (at == (*table)->columns.end()) {
    Py_RETURN_NONE;
  }
  return valuesOf(**table, static_cast<std::size_t>(at - (*table)->columns.begin())).release();
}

PyObject* arrowSchema(PyObject*, PyObject* capsule) {
  const auto* table = valueIn<SharedTable>(capsule, tableCapsule);
  return table == nullptr ? nullptr : schemaCapsule(**table).release();
}

PyObject* arrowStream(PyObject*, PyObject* capsule) {
  const auto* table = valueIn<SharedTable>(capsule, tableCapsule);
  return table == nullptr ? nullptr : streamCapsule(*table).release();
}

/// A function as Python calls it: what it throws is an exception of Python.
template <PyObject* (*function)(PyObject*, PyObject*)>
PyObject* guarded(PyObject* module, PyObject* argument) {
  try {
    return function(module, argument);
  } catch (const std::bad_alloc&) {
    return PyErr_NoMemory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
}

std::array functions{
    PyMethodDef{"open", guarded<open>, METH_O, "open(path) -> (file, kind, sentences)"},
    PyMethodDef{"answer", guarded<runCommand>, METH_VARARGS, "answer(arguments, files) -> (text, sentences)"},
    PyMethodDef{"refuse_changed", guarded<refuseChanged>, METH_O, "refuse_changed(file)"},
    PyMethodDef{"table", guarded<table>, METH_VARARGS, "table(file, name, columns) -> table"},
    PyMethodDef{"query", guarded<query>, METH_VARARGS, "query(file, sql) -> table"},
    PyMethodDef{"row_count", guarded<rowCount>, METH_O, "row_count(table) -> int"},
    PyMethodDef{"columns", guarded<columns>, METH_O, "columns(table) -> [(name, type), ...]"},
    PyMethodDef{"values", guarded<values>, METH_VARARGS, "values(table, first, count) -> {name: [...]}"},
    PyMethodDef{"column", guarded<column>, METH_VARARGS, "column(table, name) -> [...], None without such a column"},
    PyMethodDef{"arrow_schema", guarded<arrowSchema>, METH_O, "arrow_schema(table) -> capsule"},
    PyMethodDef{"arrow_stream", guarded<arrowStream>, METH_O, "arrow_stream(table) -> capsule"},
    PyMethodDef{nullptr, nullptr, 0, nullptr}};

PyModuleDef definition{
    PyModuleDef_HEAD_INIT, "_kernline", nullptr, -1, functions.data(), nullptr, nullptr, nullptr, nullptr};

/// Adds what belongs to a module and is not a function. False with an exception.
bool fill(PyObject* module) {
  errorType = PyErr_NewExceptionWithDoc(
      "kernline.Error", "What cannot be done, in the words of the command line: what, where, and what to do.", nullptr,
      nullptr);
  const Reference complaints = listOfTexts(beginAnswering());
  return errorType != nullptr && complaints && PyModule_AddObjectRef(module, "Error", errorType) == 0 &&
         PyModule_AddObjectRef(module, "complaints", complaints.get()) == 0 &&
         PyModule_AddStringConstant(module, "version", KERNLINE_VERSION) == 0;
}

}  // namespace

PyMODINIT_FUNC PyInit__kernline() {  // NOLINT(bugprone-reserved-identifier): Python wants that name
  Reference module(PyModule_Create(&definition));
  try {
    return module && fill(module.get()) ? module.release() : nullptr;
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_ImportError, error.what());
    return nullptr;
  }
}
