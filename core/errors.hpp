// The error family. Every error that Spica throws derives from spica::Error; its text names the operation, the operands
// and what to do, in Release builds as well.
#pragma once

#include <stdexcept>
#include <string>

namespace spica {

/// Root of all errors thrown by Spica. (No std::source_location: nvcc 13 and clang 14 cannot compile it as a default argument
/// of an inherited constructor, and the operation's name in the text serves a caller better.)
class Error : public std::runtime_error { using std::runtime_error::runtime_error; };

/// Shapes that do not fit each other or the operation.
class ShapeError : public Error { using Error::Error; };
/// An axis out of range, given twice, or the wrong number of axes.
class AxisError : public Error { using Error::Error; };
/// A position out of bounds, or too many indices.
class IndexError : public Error { using Error::Error; };
/// An element type that the operation does not take and that only shows at run time.
class DTypeError : public Error { using Error::Error; };
/// A value that makes no sense: step 0, the minimum of nothing, an unknown name.
class ValueError : public Error { using Error::Error; };
/// A matrix that linear algebra has no answer for: singular, not positive definite, an iteration that does not converge.
class LinAlgError : public Error { using Error::Error; };
/// Operands live on different backends; the text names both and shows `.to(…)`.
class BackendMismatch : public Error { using Error::Error; };
/// The backend, or a library that the operation needs on it, was not compiled into this library.
class BackendNotBuilt : public Error { using Error::Error; };
/// The backend was compiled in, but cannot run on this machine now.
class BackendUnavailable : public Error { using Error::Error; };
/// Memory that could not be had, with the sizes asked for, used and cached.
class MemoryError : public Error { using Error::Error; };
/// A vendor library or device driver reported a failure.
class DeviceError : public Error { using Error::Error; };
/// Spica was used before a Runtime was started or after it ended.
class RuntimeError : public Error { using Error::Error; };

}  // namespace spica
