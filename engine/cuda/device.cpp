#include "cuda/device.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace omega::cuda {

namespace {

constexpr const char* kFile = "libomega_cuda.so";
constexpr const char* kPlace = "OMEGASCOPE_CUDA_MODULE";  // names another file; empty: none
constexpr const char* kGuard = "OMEGASCOPE_CUDA_GUARD";   // empty or 0: none
/// Idle contexts together keep at most one part in so many of the device's memory: other programs need it too.
constexpr std::uint64_t kIdleShare = 4;

/// The file that this was linked into: the program, or the module of another one.
std::filesystem::path own_file() {
  Dl_info found;
  return dladdr(reinterpret_cast<const void*>(&own_file), &found) != 0 ? found.dli_fname : "";
}

/// Beside the program, or where an installation keeps libraries, also those of Python; nothing where there is none.
std::optional<std::string> find_module() {
  if (const char* named = std::getenv(kPlace)) return *named ? std::optional<std::string>(named) : std::nullopt;
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (failed) return std::nullopt;
  const std::filesystem::path folders[] = {program.parent_path(), program.parent_path() / ".." / "lib" / "omegascope",
                                           own_file().parent_path() / ".." / ".." / ".." / "omegascope",
                                           own_file().parent_path() / ".." / ".." / "bin"};
  for (const auto& folder : folders)
    if (std::filesystem::exists(folder / kFile, failed)) return (folder / kFile).string();
  return std::nullopt;
}

bool guards_are_asked_for() {
  const char* word = std::getenv(kGuard);
  return word != nullptr && *word != '\0' && std::string_view(word) != "0";
}

}  // namespace

Session::~Session() {
  if (context_ != nullptr) device_->give_back(context_, ends_);
}

const ModuleTable& Session::module() const { return *device_->module_; }

void Session::check(int status) const {
  if (status == kOk) return;
  const std::string sentence = module().message(context_);
  if (status == kLost) device_->lose(sentence);
  throw Fault(static_cast<Status>(status), status == kOutOfMemory ? "the CUDA device has too little memory: " + sentence
                                           : status == kLost      ? "the CUDA device was lost (" + sentence + ")"
                                                                  : "the CUDA device failed (" + sentence + ")");
}

void* Session::allocate(std::uint64_t bytes) const {
  void* place = nullptr;
  int status = module().allocate(context_, bytes, &place);
  if (status == kOutOfMemory && device_->release_idle()) status = module().allocate(context_, bytes, &place);
  check(status);
  return place;
}

Device& Device::get() {
  // Never destroyed: the driver may be gone before our statics are, and takes its contexts with it.
  static Device& one = *new Device;
  return one;
}

void Device::use_module(const std::string& path, bool guarded) {
  const std::scoped_lock lock(mutex_);
  if (module_ != nullptr)
    for (Context* context : idle_) module_->close(context);
  idle_.clear();
  module_ = nullptr;
  loaded_ = started_ = false;
  path_ = path;
  guarded_ = guarded;
}

bool Device::available() {
  const std::scoped_lock lock(mutex_);
  start();
  known_ = why_.empty() ? Known::present : Known::absent;
  return why_.empty();
}

std::string Device::why() {
  const std::scoped_lock lock(mutex_);
  if (!loaded_) start();
  return why_;
}

DeviceFacts Device::facts() {
  const std::scoped_lock lock(mutex_);
  const Session session = borrow();
  session.check(module_->facts(session.context(), &facts_));
  facts_.free_bytes += idle_bytes();
  return facts_;
}

int Device::processors() {
  const std::scoped_lock lock(mutex_);
  return facts_.processors;
}

std::string Device::against(std::int64_t heads, std::int64_t dims, std::uint64_t block_bytes) {
  const std::scoped_lock lock(mutex_);
  if (heads > facts_.most_blocks) return std::to_string(heads) + " heads are too many for one launch";
  if (block_bytes > facts_.shared_bytes)
    return std::to_string(dims) + " dimensions do not fit into the device's shared memory";
  return "";
}

bool Device::finds_blas() {
  const std::scoped_lock lock(mutex_);
  return module_ != nullptr && module_->finds_blas() != 0;
}

/// What the contexts of the pool hold.
std::uint64_t Device::idle_bytes() const {
  std::uint64_t bytes = 0;
  for (Context* context : idle_) bytes += module_->arena_bytes(context);
  return bytes;
}

bool Device::release_idle() {
  const std::scoped_lock lock(mutex_);
  const bool any = idle_bytes() > 0;
  for (Context* context : idle_) module_->trim(context);
  return any;
}

Session Device::session(Session::Ends ends) {
  const std::scoped_lock lock(mutex_);
  start();
  if (!why_.empty()) throw Fault(kNoDevice, why_);
  if (ends == Session::Ends::closed || idle_.empty()) return {*this, make_context(), ends};
  Context* context = idle_.back();
  idle_.pop_back();
  return {*this, context, ends};
}

Context* Device::make_context() {
  Context* context = nullptr;
  char message[256] = "";
  if (const int status = module_->open(&context, guarded_ ? 1 : 0, message, sizeof message)) {
    if (status == kLost) lose(message);
    throw Fault(static_cast<Status>(status), message);
  }
  return context;
}

void Device::start() {
  if (started_) return;
  if (!loaded_) {
    loaded_ = true;
    why_.clear();
    guarded_ = guarded_ || guards_are_asked_for();
    const std::optional<std::string> path = path_ ? path_ : find_module();
    if (path)
      load(*path);
    else
      why_ = "this program comes without its CUDA module";
  }
  started_ = true;
  if (module_ != nullptr) find_facts();
}

/// A device that is full or busy is asked again next time; one that is not there is looked for only once.
void Device::find_facts() {
  why_.clear();
  try {
    facts_ = facts();
  } catch (const Fault& fault) {
    why_ = fault.what();
    started_ = fault.status == kNoDevice || fault.status == kLost;
  }
}

void Device::load(const std::string& path) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    why_ = std::string("the CUDA module does not load: ") + dlerror();
    return;
  }
  using Entry = const ModuleTable* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(handle, "omega_cuda_module"));
  module_ = entry != nullptr ? entry() : nullptr;
  if (module_ != nullptr && module_->version == kInterfaceVersion && module_->size == sizeof(ModuleTable)) return;
  why_ = "the CUDA module " + path + " is of another version than this program";
  module_ = nullptr;
}

void Device::give_back(Context* context, Session::Ends ends) {
  // A cancelled run may still be using this context's memory. Others need not wait for it.
  const int status = module_->synchronise(context);
  const std::scoped_lock lock(mutex_);
  if (status == kLost) lose(module_->message(context));
  if (ends == Session::Ends::closed || !why_.empty() || status != kOk) return module_->close(context);
  if (idle_bytes() + module_->arena_bytes(context) > facts_.total_bytes / kIdleShare) module_->trim(context);
  idle_.push_back(context);
}

void Device::lose(const std::string& sentence) {
  const std::scoped_lock lock(mutex_);
  why_ = "the CUDA device was lost (" + sentence + "); start the program again to use it";
  known_ = Known::absent;
  for (Context* context : idle_) module_->close(context);
  idle_.clear();
}

}  // namespace omega::cuda
