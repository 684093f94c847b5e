# SPDX-License-Identifier: GPL-3.0-or-later
# The .deb: `cpack --config build/release/CPackConfig.cmake`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME kernline)
set(CPACK_PACKAGE_VENDOR Kernline)
set(CPACK_PACKAGE_CONTACT "The Kernline authors <kernline@users.noreply.github.com>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "viewer and recorder for GPU traces")
set(CPACK_PACKAGE_DESCRIPTION "Kernline opens traces, memory snapshots and logs from PyTorch, JAX, TensorFlow, ROCm,
Nsight Systems and other profilers, of any size. It shows every kernel, memcpy
and launch, in a window and on the command line.")
set(CPACK_PACKAGE_HOMEPAGE_URL ${PROJECT_HOMEPAGE_URL})
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Plugins that are loaded by name, which dpkg-shlibdeps cannot see; glyphs and Qt's own words for Chinese.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n, fonts-dejavu-core | fonts-noto-core, fonts-noto-cjk | fonts-wqy-microhei | fonts-wqy-zenhei")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
