# The .deb packages: `cpack -G DEB` in a build folder of the preset `package`.
set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/before_packing.cmake)
set(CPACK_PACKAGE_NAME omegascope)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR Omegascope)
set(CPACK_PACKAGE_CONTACT "${OMEGASCOPE_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL app)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # CPack would put the project's before the first line of each description
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${OMEGASCOPE_DEBIAN_REVISION})
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)

set(CPACK_DEBIAN_APP_PACKAGE_NAME omegascope)
set(CPACK_DEBIAN_APP_PACKAGE_SECTION science)
set(CPACK_DEBIAN_APP_PACKAGE_DEPENDS "fonts-wqy-microhei | fonts-noto-cjk")  # Chinese letters; SHLIBDEPS adds the libraries
set(CPACK_DEBIAN_APP_PACKAGE_RECOMMENDS "qt6-qpa-plugins, qt6-wayland, qt6-translations-l10n")
set(CPACK_DEBIAN_APP_PACKAGE_SUGGESTS omegascope-cuda)
set(CPACK_COMPONENT_APP_DESCRIPTION "see how attention is estimated by random projections
Softmax attention beside its randomised and linear estimators (RFA, RA, LARA,
EVA, learned kernels), each with its samples, weights, bias and variance, on
your own queries, keys and values: in a window, and from a shell as omega.")

if(TARGET omega_cuda)
  list(APPEND CPACK_COMPONENTS_ALL cuda)
  set(CPACK_DEBIAN_CUDA_PACKAGE_NAME omegascope-cuda)
  set(CPACK_DEBIAN_CUDA_PACKAGE_SECTION contrib/science)
  set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "omegascope (= ${PROJECT_VERSION}-${OMEGASCOPE_DEBIAN_REVISION})")
  set(CPACK_COMPONENT_CUDA_DESCRIPTION "attention estimated by random projections, on NVIDIA cards
The module with which Omegascope computes on an NVIDIA card. It needs the
driver of the card, and nothing where there is none.")
endif()

if(TARGET omega_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  list(GET OMEGASCOPE_PYTHON_FACTS 2 suffix)
  set(python python3)
  if(suffix MATCHES "^\\.cpython-3([0-9]+)")  # the module is compiled for this one
    math(EXPR next "${CMAKE_MATCH_1} + 1")
    set(python "python3 (>= 3.${CMAKE_MATCH_1}), python3 (<< 3.${next}~)")
  endif()
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-omegascope)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "${python}, python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/prerm)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "omegascope (= ${PROJECT_VERSION}-${OMEGASCOPE_DEBIAN_REVISION})")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-torch, omegascope-cuda")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION "attention estimated by random projections, in Python
The module omegascope: estimates on NumPy's arrays, comparisons and studies,
the heads of a PyTorch model as it uses them, and its window from a notebook.")
endif()

# What Debian wants of each package: both changelogs, compressed.
foreach(package_component omegascope:app omegascope-cuda:cuda python3-omegascope:python)
  string(REPLACE ":" ";" pair ${package_component})
  list(GET pair 0 package)
  list(GET pair 1 component)
  if(OMEGASCOPE_DPKG AND component IN_LIST CPACK_COMPONENTS_ALL)
    install(FILES ${made}/changelog.Debian.gz ${made}/changelog.gz DESTINATION share/doc/${package} COMPONENT ${component})
  endif()
endforeach()
if(OMEGASCOPE_DPKG)
  add_custom_command(OUTPUT ${made}/changelog.gz ${made}/changelog.Debian.gz
    COMMAND ${CMAKE_COMMAND} -E copy ${changelog} ${made}/changelog
    COMMAND gzip -9nf ${made}/changelog COMMAND gzip -9nfk ${made}/changelog.Debian
    DEPENDS ${changelog} ${made}/changelog.Debian COMMENT "Changelogs" VERBATIM)
  add_custom_target(changelogs ALL DEPENDS ${made}/changelog.gz ${made}/changelog.Debian.gz)
endif()
include(CPack)
