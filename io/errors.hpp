// Errors of files, shared by everything in io/.
#pragma once

#include <spica/core/errors.hpp>

namespace spica {

/// A file that cannot be opened, read, written or mapped; the text names it and gives the system's reason.
class FileError : public Error {
  using Error::Error;
};
/// A file that was read but does not hold what its format says; the text names it, what is wrong and where.
class FormatError : public FileError {
  using FileError::FileError;
};

}  // namespace spica
