# cmake -Dgit=PROGRAM -Dsource=FOLDER -Dgiven=COMMIT -Dfile=FILE -P commit.cmake: a header with the commit that is checked out,
# or `given` where that is not empty.
if(NOT given AND git AND EXISTS ${source}/.git)
  execute_process(COMMAND ${git} rev-parse --short=10 HEAD WORKING_DIRECTORY ${source}
    OUTPUT_VARIABLE given OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT given)
  set(given unknown)
endif()
file(WRITE ${file}.new "#define OMEGA_COMMIT \"${given}\"\n")
file(COPY_FILE ${file}.new ${file} ONLY_IF_DIFFERENT)
file(TOUCH_NOCREATE ${file})
