# cpack reads this before it packs. Without dpkg-shlibdeps it would make packages that depend on no library, and say so in passing.
find_program(OMEGASCOPE_SHLIBDEPS dpkg-shlibdeps)
if(CPACK_GENERATOR STREQUAL DEB AND NOT OMEGASCOPE_SHLIBDEPS)
  message(FATAL_ERROR "There is no dpkg-shlibdeps, which says what libraries the packages depend on; install the package dpkg-dev")
endif()
