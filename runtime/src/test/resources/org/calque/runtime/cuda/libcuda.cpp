// A stand-in for the CUDA driver (libcuda.so.1): devices, primary contexts, accounts of memory,
// streams and events, for tests on machines that have no GPU. It moves no data and runs no kernel;
// the only work it knows is filling memory, which takes a stream as long as it would at 1 GB/s.
//
// It is stricter than the driver: what the driver leaves undefined is an error here, and whatever
// is used before it was made, or after it was given back, is refused.
//
// Environment:
//   STANDIN_VERSION     what cuDriverGetVersion says (13000)
//   STANDIN_DEVICES     how many devices there are (1); with 0, cuInit says so, as the driver does
//   STANDIN_MEMORY_MIB  memory of a device (1024), of which a context takes 256
//   STANDIN_FAIL        call:code or call:code:n - all calls, or the n-th one, of this name fail
//   STANDIN_LOG         a file that gets a line for each call: name, handles, "->", result
//
// Compiled with -DVERSION_ONLY it has one call, so that any other ends the process.

#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <set>
#include <string>

#define DRIVER_CALL extern "C" __attribute__((visibility("default"))) Result

namespace {

enum Result {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  INVALID_HANDLE = 400,
  NOT_READY = 600,
  CONTEXT_IS_DESTROYED = 709,
};

long setting(const char* name, long otherwise) {
  const char* value = getenv(name);
  return value == nullptr ? otherwise : atol(value);
}

// ---- Log and faults ---------------------------------------------------------------------------

std::recursive_mutex driver;  // One call at a time.

// One call of the driver: fails if it was told to, and is logged when it ends.
class Call {
 public:
  explicit Call(const char* name) : lock_(driver), name_(name), fault_(fault(name)) {}

  // Adds what the call is about to its line.
  void about(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    char text[64];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    subject_ += std::string(" ") + text;
  }

  bool failed() const { return fault_ != SUCCESS; }

  // What a call returns that was told to fail.
  Result fail() { return end(fault_); }

  Result end(Result result) {
    if (const char* path = getenv("STANDIN_LOG")) {
      if (FILE* log = fopen(path, "a")) {
        fprintf(log, "%s%s -> %d\n", name_, subject_.c_str(), (int)result);
        fclose(log);
      }
    }
    return result;
  }

 private:
  static Result fault(const char* name) {
    static std::map<std::string, long> calls;
    long number = ++calls[name];
    const char* told = getenv("STANDIN_FAIL");
    size_t length = strlen(name);
    if (told == nullptr || strncmp(told, name, length) != 0 || told[length] != ':') {
      return SUCCESS;
    }
    char* rest;
    long code = strtol(told + length + 1, &rest, 10);
    bool meant = *rest != ':' || atol(rest + 1) == number;
    return meant ? (Result)code : SUCCESS;
  }

  std::lock_guard<std::recursive_mutex> lock_;
  const char* name_;
  Result fault_;
  std::string subject_;
};

}  // namespace

DRIVER_CALL cuDriverGetVersion(int* version) {
  Call call("cuDriverGetVersion");
  if (call.failed()) return call.fail();
  *version = (int)setting("STANDIN_VERSION", 13000);
  return call.end(SUCCESS);
}

#ifndef VERSION_ONLY

namespace {

// ---- Clock ------------------------------------------------------------------------------------

int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

void sleepUntil(int64_t nanoseconds) {
  timespec time = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) != 0) {
  }
}

// ---- What there is ----------------------------------------------------------------------------

const size_t MIB = 1 << 20;
const size_t CONTEXT_BYTES = 256 * MIB;

struct Stream {
  int number;
  int64_t busyUntil = 0;
};

struct Event {
  int number;
  bool recorded = false;
  int64_t reached = 0;  // When the stream gets, or got, to it.
};

// A device, which is its primary context too.
struct Device {
  int number;
  int retained = 0;
  size_t used = 0;
  Stream defaultStream{0};
  std::map<uint64_t, size_t> allocations;
  std::set<Stream*> streams;
  std::set<Event*> events;
};

const int MOST_DEVICES = 8;
Device devices[MOST_DEVICES];
bool initialised = false;
int handles = 0;
uint64_t nextAddress = 0x7f0000000000;
thread_local Device* current = nullptr;

int deviceCount() { return (int)setting("STANDIN_DEVICES", 1); }

size_t memory() { return setting("STANDIN_MEMORY_MIB", 1024) * MIB; }

Result deviceOf(int number, Device** device) {
  if (!initialised) return NOT_INITIALIZED;
  if (number < 0 || number >= deviceCount()) return INVALID_DEVICE;
  devices[number].number = number;
  *device = &devices[number];
  return SUCCESS;
}

// The context of the thread, if it has one that is alive.
Result context() {
  if (!initialised) return NOT_INITIALIZED;
  if (current == nullptr) return INVALID_CONTEXT;
  return current->retained > 0 ? SUCCESS : CONTEXT_IS_DESTROYED;
}

Result take(Device* device, size_t bytes) {
  if (device->used + bytes > memory()) return OUT_OF_MEMORY;
  device->used += bytes;
  return SUCCESS;
}

// The stream of a handle of this thread's context; null is its default stream.
Result streamOf(Stream* handle, Stream** stream) {
  if (Result result = context()) return result;
  if (handle != nullptr && current->streams.count(handle) == 0) return INVALID_HANDLE;
  *stream = handle == nullptr ? &current->defaultStream : handle;
  return SUCCESS;
}

// The context whose event it is, current or not.
Device* ownerOf(Event* event) {
  for (Device& device : devices) {
    if (device.events.count(event) != 0) return &device;
  }
  return nullptr;
}

Device* ownerOf(Stream* stream) {
  for (Device& device : devices) {
    if (device.streams.count(stream) != 0) return &device;
  }
  return nullptr;
}

const char* nameOf(int code) {
  switch (code) {
    case SUCCESS: return "CUDA_SUCCESS";
    case INVALID_VALUE: return "CUDA_ERROR_INVALID_VALUE";
    case OUT_OF_MEMORY: return "CUDA_ERROR_OUT_OF_MEMORY";
    case NOT_INITIALIZED: return "CUDA_ERROR_NOT_INITIALIZED";
    case NO_DEVICE: return "CUDA_ERROR_NO_DEVICE";
    case INVALID_DEVICE: return "CUDA_ERROR_INVALID_DEVICE";
    case INVALID_CONTEXT: return "CUDA_ERROR_INVALID_CONTEXT";
    case INVALID_HANDLE: return "CUDA_ERROR_INVALID_HANDLE";
    case NOT_READY: return "CUDA_ERROR_NOT_READY";
    case CONTEXT_IS_DESTROYED: return "CUDA_ERROR_CONTEXT_IS_DESTROYED";
    case 700: return "CUDA_ERROR_ILLEGAL_ADDRESS";
    case 999: return "CUDA_ERROR_UNKNOWN";
    case 4711: return "CUDA_ERROR_OF_THE_FUTURE";  // Which JCuda does not know.
    default: return nullptr;
  }
}

}  // namespace

// ---- Errors -----------------------------------------------------------------------------------

DRIVER_CALL cuGetErrorName(int code, const char** name) {
  Call call("cuGetErrorName");
  if (call.failed()) return call.fail();
  *name = nameOf(code);
  return call.end(*name == nullptr ? INVALID_VALUE : SUCCESS);
}

DRIVER_CALL cuGetErrorString(int code, const char** description) {
  Call call("cuGetErrorString");
  if (call.failed()) return call.fail();
  *description = nameOf(code) == nullptr ? nullptr : "as the stand-in says";
  return call.end(*description == nullptr ? INVALID_VALUE : SUCCESS);
}

// ---- Devices ----------------------------------------------------------------------------------

DRIVER_CALL cuInit(unsigned flags) {
  Call call("cuInit");
  if (call.failed()) return call.fail();
  if (flags != 0) return call.end(INVALID_VALUE);
  if (deviceCount() == 0) return call.end(NO_DEVICE);
  initialised = true;
  return call.end(SUCCESS);
}

DRIVER_CALL cuDeviceGetCount(int* count) {
  Call call("cuDeviceGetCount");
  if (call.failed()) return call.fail();
  *count = deviceCount();
  return call.end(initialised ? SUCCESS : NOT_INITIALIZED);
}

DRIVER_CALL cuDeviceGet(int* handle, int ordinal) {
  Call call("cuDeviceGet");
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(ordinal, &device)) return call.end(result);
  *handle = device->number;
  return call.end(SUCCESS);
}

DRIVER_CALL cuDeviceGetName(char* name, int length, int handle) {
  Call call("cuDeviceGetName");
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(handle, &device)) return call.end(result);
  snprintf(name, length, "Stand-in %d", device->number);
  return call.end(SUCCESS);
}

DRIVER_CALL cuDeviceGetUuid(unsigned char* uuid, int handle) {
  Call call("cuDeviceGetUuid");
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(handle, &device)) return call.end(result);
  for (int i = 0; i < 16; i++) uuid[i] = (unsigned char)(i * 17);
  uuid[15] = (unsigned char)device->number;
  return call.end(SUCCESS);
}

DRIVER_CALL cuDeviceTotalMem_v2(size_t* bytes, int handle) {
  Call call("cuDeviceTotalMem");
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(handle, &device)) return call.end(result);
  *bytes = memory();
  return call.end(SUCCESS);
}

DRIVER_CALL cuDeviceGetAttribute(int* value, int attribute, int handle) {
  Call call("cuDeviceGetAttribute");
  call.about("attribute=%d", attribute);
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(handle, &device)) return call.end(result);
  switch (attribute) {
    case 13: *value = 1980000; break;  // CLOCK_RATE
    case 16: *value = 132; break;      // MULTIPROCESSOR_COUNT
    case 36: *value = 3201000; break;  // MEMORY_CLOCK_RATE
    case 75: *value = 9; break;        // COMPUTE_CAPABILITY_MAJOR
    case 76: *value = 0; break;        // COMPUTE_CAPABILITY_MINOR
    default: return call.end(INVALID_VALUE);
  }
  return call.end(SUCCESS);
}

DRIVER_CALL cuDeviceGetPCIBusId(char* id, int length, int handle) {
  Call call("cuDeviceGetPCIBusId");
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(handle, &device)) return call.end(result);
  if (length < 13) return call.end(INVALID_VALUE);
  snprintf(id, length, "0000:%02X:00.0", 0x3b + device->number);
  return call.end(SUCCESS);
}

// ---- Contexts ---------------------------------------------------------------------------------

DRIVER_CALL cuDevicePrimaryCtxRetain(Device** handle, int number) {
  Call call("cuDevicePrimaryCtxRetain");
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(number, &device)) return call.end(result);
  if (device->retained == 0) {
    if (Result result = take(device, CONTEXT_BYTES)) return call.end(result);
  }
  device->retained++;
  *handle = device;
  return call.end(SUCCESS);
}

DRIVER_CALL cuDevicePrimaryCtxRelease_v2(int number) {
  Call call("cuDevicePrimaryCtxRelease");
  if (call.failed()) return call.fail();
  Device* device;
  if (Result result = deviceOf(number, &device)) return call.end(result);
  if (device->retained == 0) return call.end(INVALID_CONTEXT);
  if (--device->retained == 0) {
    device->used = 0;
    device->allocations.clear();
    device->streams.clear();
    device->events.clear();
  }
  return call.end(SUCCESS);
}

DRIVER_CALL cuCtxGetCurrent(Device** handle) {
  Call call("cuCtxGetCurrent");
  if (call.failed()) return call.fail();
  *handle = current;
  return call.end(initialised ? SUCCESS : NOT_INITIALIZED);
}

DRIVER_CALL cuCtxSetCurrent(Device* device) {
  Call call("cuCtxSetCurrent");
  call.about("context=%s", device == nullptr ? "none" : "primary");
  if (call.failed()) return call.fail();
  if (device != nullptr && device->retained == 0) return call.end(CONTEXT_IS_DESTROYED);
  current = device;
  return call.end(initialised ? SUCCESS : NOT_INITIALIZED);
}

// ---- Memory -----------------------------------------------------------------------------------

DRIVER_CALL cuMemGetInfo_v2(size_t* free, size_t* total) {
  Call call("cuMemGetInfo");
  if (call.failed()) return call.fail();
  if (Result result = context()) return call.end(result);
  *free = memory() - current->used;
  *total = memory();
  return call.end(SUCCESS);
}

DRIVER_CALL cuMemAlloc_v2(uint64_t* address, size_t bytes) {
  Call call("cuMemAlloc");
  if (call.failed()) return call.fail();
  if (Result result = context()) return call.end(result);
  if (Result result = take(current, bytes)) return call.end(result);
  *address = nextAddress;
  nextAddress += bytes + MIB;
  current->allocations[*address] = bytes;
  return call.end(SUCCESS);
}

DRIVER_CALL cuMemFree_v2(uint64_t address) {
  Call call("cuMemFree");
  if (call.failed()) return call.fail();
  if (Result result = context()) return call.end(result);
  auto allocation = current->allocations.find(address);
  if (allocation == current->allocations.end()) return call.end(INVALID_VALUE);
  current->used -= allocation->second;
  current->allocations.erase(allocation);
  return call.end(SUCCESS);
}

DRIVER_CALL cuMemsetD8Async(uint64_t address, unsigned char, size_t bytes, Stream* handle) {
  Call call("cuMemsetD8Async");
  if (call.failed()) return call.fail();
  Stream* stream;
  if (Result result = streamOf(handle, &stream)) return call.end(result);
  call.about("stream=%d", stream->number);
  auto allocation = current->allocations.find(address);
  if (allocation == current->allocations.end() || bytes > allocation->second) {
    return call.end(INVALID_VALUE);
  }
  int64_t start = stream->busyUntil > now() ? stream->busyUntil : now();
  stream->busyUntil = start + (int64_t)bytes;
  return call.end(SUCCESS);
}

// ---- Streams ----------------------------------------------------------------------------------

DRIVER_CALL cuStreamCreate(Stream** handle, unsigned flags) {
  Call call("cuStreamCreate");
  call.about("flags=%u", flags);
  if (call.failed()) return call.fail();
  if (Result result = context()) return call.end(result);
  *handle = new Stream{++handles};
  call.about("stream=%d", (*handle)->number);
  current->streams.insert(*handle);
  return call.end(SUCCESS);
}

DRIVER_CALL cuStreamSynchronize(Stream* handle) {
  Call call("cuStreamSynchronize");
  if (call.failed()) return call.fail();
  Stream* stream;
  if (Result result = streamOf(handle, &stream)) return call.end(result);
  call.about("stream=%d", stream->number);
  sleepUntil(stream->busyUntil);
  return call.end(SUCCESS);
}

DRIVER_CALL cuStreamDestroy_v2(Stream* stream) {
  Call call("cuStreamDestroy");
  if (call.failed()) return call.fail();
  Device* owner = ownerOf(stream);
  if (owner == nullptr) return call.end(INVALID_HANDLE);
  call.about("stream=%d", stream->number);
  owner->streams.erase(stream);
  return call.end(SUCCESS);
}

// ---- Events -----------------------------------------------------------------------------------

DRIVER_CALL cuEventCreate(Event** handle, unsigned flags) {
  Call call("cuEventCreate");
  if (call.failed()) return call.fail();
  if (Result result = context()) return call.end(result);
  if (flags != 0) return call.end(INVALID_VALUE);
  *handle = new Event{++handles};
  call.about("event=%d", (*handle)->number);
  current->events.insert(*handle);
  return call.end(SUCCESS);
}

DRIVER_CALL cuEventRecord(Event* event, Stream* handle) {
  Call call("cuEventRecord");
  if (call.failed()) return call.fail();
  Stream* stream;
  if (Result result = streamOf(handle, &stream)) return call.end(result);
  if (ownerOf(event) != current) return call.end(INVALID_HANDLE);
  call.about("event=%d stream=%d", event->number, stream->number);
  event->recorded = true;
  event->reached = stream->busyUntil > now() ? stream->busyUntil : now();
  return call.end(SUCCESS);
}

DRIVER_CALL cuEventSynchronize(Event* event) {
  Call call("cuEventSynchronize");
  if (call.failed()) return call.fail();
  if (ownerOf(event) == nullptr || !event->recorded) return call.end(INVALID_HANDLE);
  call.about("event=%d", event->number);
  sleepUntil(event->reached);
  return call.end(SUCCESS);
}

DRIVER_CALL cuEventElapsedTime(float* milliseconds, Event* begin, Event* end) {
  Call call("cuEventElapsedTime");
  if (call.failed()) return call.fail();
  if (ownerOf(begin) == nullptr || ownerOf(begin) != ownerOf(end)) return call.end(INVALID_HANDLE);
  call.about("event=%d event=%d", begin->number, end->number);
  if (!begin->recorded || !end->recorded) return call.end(INVALID_HANDLE);
  if (now() < begin->reached || now() < end->reached) return call.end(NOT_READY);
  *milliseconds = (float)((end->reached - begin->reached) / 1e6);
  call.about("nanoseconds=%lld", (long long)(end->reached - begin->reached));
  return call.end(SUCCESS);
}

DRIVER_CALL cuEventDestroy_v2(Event* event) {
  Call call("cuEventDestroy");
  if (call.failed()) return call.fail();
  Device* owner = ownerOf(event);
  if (owner == nullptr) return call.end(INVALID_HANDLE);
  call.about("event=%d", event->number);
  owner->events.erase(event);
  return call.end(SUCCESS);
}

#endif
