// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/load.h"

#include "core/open/changed_file.h"
#include "core/open/formats.h"
#include "core/open/openers.h"
#include "core/open/rank_files.h"
#include "core/open/within_memory.h"

namespace kernline {

namespace {

Expected<std::shared_ptr<const Trace>> loadAs(Input opened, const ReadContext& reading) {
  const Format& format = openerOf(headOf(opened));
  if (!format.holdsTrace || format.open == openJson) {
    return openChromeTrace(std::make_shared<const Input>(std::move(opened)), reading);
  }
  const std::string path = opened.path;
  auto document = format.open(std::move(opened), reading);
  if (!document) {
    return std::unexpected(std::move(document.error()));
  }
  if (auto* trace = std::get_if<std::shared_ptr<const Trace>>(&*document)) {
    return std::move(*trace);
  }
  return std::unexpected(Error{Error::Kind::NotATrace,
                               Phrase::tr("%1 is not a trace. `kernline summary` and the viewer show it").with(path)});
}

}  // namespace

Expected<std::shared_ptr<const Trace>> loadInput(Input opened, const LoadOptions& options, std::stop_token stop,
                                                 Progress& progress) {
  const std::shared_ptr<const StoredFile> file = opened.file;
  const std::string path = opened.path;
  return unlessChanged(file, path, loadAs(std::move(opened), {options, std::move(stop), progress}));
}

Expected<std::shared_ptr<const Trace>> load(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                            Progress& progress) {
  const auto read = [&](const LoadOptions& limited,
                        const std::stop_token& end) -> Expected<std::shared_ptr<const Trace>> {
    Expected<Input> opened = openInput(onlyProfileIn(path).value_or(path), matchFormat);
    if (!opened) {
      return std::unexpected(std::move(opened.error()));
    }
    return loadInput(std::move(*opened), limited, end, progress);
  };
  return withinMemory(path, options, stop, read);
}

}  // namespace kernline
