// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/kit/tables/table_rows.h"

#include <QString>

#include <cstddef>
#include <functional>
#include <optional>

namespace kernline::ui {

/// A column of figures that some rows do not have. `text` is shown there instead; copied, it is empty.
[[nodiscard]] TableColumn numberColumn(const QString& title, const char* exactTitle, const QString& help, double width,
                                       const std::function<std::optional<double>(std::size_t row)>& value,
                                       QString (*text)(std::optional<double>));

}  // namespace kernline::ui
