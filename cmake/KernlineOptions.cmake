# SPDX-License-Identifier: GPL-3.0-or-later
# What every target of the project compiles with.
add_library(kernline_options INTERFACE)
target_compile_features(kernline_options INTERFACE cxx_std_23)
target_compile_options(kernline_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual)
if(KERNLINE_WARNINGS_AS_ERRORS)
  target_compile_options(kernline_options INTERFACE -Werror)
endif()
if(KERNLINE_SANITIZE)
  # Global, so that every object, the tests' main included, agrees on the runtime.
  add_compile_options(-fsanitize=${KERNLINE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${KERNLINE_SANITIZE})
endif()
