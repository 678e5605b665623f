# FFTW 3 in double and float precision: header fftw3.h, libraries fftw3 and fftw3f. Both are needed.
#
# Targets:   SpicaFFTW::SpicaFFTW
# Variables: SpicaFFTW_FOUND, SPICA_FFTW_LIBRARY, SPICA_FFTWF_LIBRARY
# Hints:     SpicaFFTW_ROOT, or SPICA_FFTW_INCLUDE_DIR and the two libraries
include(FindPackageHandleStandardArgs)

find_library(SPICA_FFTW_LIBRARY NAMES fftw3)
find_library(SPICA_FFTWF_LIBRARY NAMES fftw3f)
find_path(SPICA_FFTW_INCLUDE_DIR fftw3.h)
mark_as_advanced(SPICA_FFTW_LIBRARY SPICA_FFTWF_LIBRARY SPICA_FFTW_INCLUDE_DIR)

find_package_handle_standard_args(SpicaFFTW REQUIRED_VARS SPICA_FFTW_LIBRARY SPICA_FFTWF_LIBRARY SPICA_FFTW_INCLUDE_DIR)

if(SpicaFFTW_FOUND AND NOT TARGET SpicaFFTW::SpicaFFTW)
  add_library(SpicaFFTW::SpicaFFTW INTERFACE IMPORTED)
  target_include_directories(SpicaFFTW::SpicaFFTW INTERFACE "${SPICA_FFTW_INCLUDE_DIR}")
  target_link_libraries(SpicaFFTW::SpicaFFTW INTERFACE "${SPICA_FFTW_LIBRARY}" "${SPICA_FFTWF_LIBRARY}")
endif()
