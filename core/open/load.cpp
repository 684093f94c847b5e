// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/open/load.h"

#include "core/open/formats.h"
#include "core/open/openers.h"

#include <new>

namespace kernline {

Expected<std::shared_ptr<const Trace>> loadInput(Input opened, const LoadOptions& options, std::stop_token stop,
                                                 Progress& progress) {
  const Opening opening{options, std::move(stop), progress};
  const Format& format = openerOf(headOf(opened));
  if (!format.holdsTrace || format.open == openJson) {
    return openChromeTrace(std::make_shared<const Input>(std::move(opened)), opening);
  }
  auto document = format.open(std::move(opened), opening);
  return document ? Expected<std::shared_ptr<const Trace>>{std::get<std::shared_ptr<const Trace>>(*document)}
                  : std::unexpected(std::move(document.error()));
}

Expected<std::shared_ptr<const Trace>> load(const std::string& path, const LoadOptions& options, std::stop_token stop,
                                            Progress& progress) {
  try {
    Expected<Input> opened = openInput(path, likenessOf);
    if (!opened) {
      return std::unexpected(std::move(opened.error()));
    }
    return loadInput(std::move(*opened), options, std::move(stop), progress);
  } catch (const std::bad_alloc&) {
    return std::unexpected(
        Error{Error::Kind::OutOfMemory,
              Phrase::tr("%1: not enough memory. Close other files or programs and try again").with(path)});
  }
}

}  // namespace kernline
