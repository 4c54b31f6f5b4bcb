// A stand-in for NVML (libnvidia-ml.so.1), with the functions and layouts of nvml.h.
//
// Names of answers:
//   devices, init            how many there are; what nvmlInit returns
//   handle, uuid, name, bus  of a device: result of asking for it, and what it is called
//   architecture, mig, slice its number, whether it is in MIG mode, the UUID of its slice
//   usage                    mW of nvmlDeviceGetPowerUsage; without it, "Not Supported"
//   limit                    mW of nvmlDeviceGetEnforcedPowerLimit; without it, "Not Supported"
//   energy, watts            mJ at the start, and what is added each second
//   energy.bits              what is told instead, as the bits of a signed number
//   186.0                    mW of a field and scope; without it, the field is "Not Supported"
//   186.0.slope              what is added to it each second
//   fields, type             result of nvmlDeviceGetFieldValues; nvmlValueType_t of its values
//
// -DOLD leaves out what came with later drivers, and -DBARE all that starts it.

#include "standin.h"

enum { SUCCESS = 0, INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6 };

#define FIRST_DEVICE 0x1000
#define FIRST_SLICE 0x2000

typedef struct {
  char legacyBusId[16];
  unsigned int domain, bus, device, deviceId, subsystemId;
  char busId[32];
} PciInfo;

typedef struct {
  unsigned int fieldId, scopeId;
  long long timestamp, latency;
  int valueType, result;
  union {
    double number;
    int signedInt;
    unsigned int unsignedInt;
    unsigned long unsignedLong;
    unsigned long long unsignedLongLong;
    long long signedLongLong;
    unsigned short unsignedShort;
  } value;
} Field;

static int started;

static int device_of(void *handle) { return (int)((intptr_t)handle - FIRST_DEVICE); }

static int start_up(void) {
  started = 1;
  return (int)number(-1, "init", SUCCESS);
}

static int devices(unsigned int *devices) {
  *devices = started ? (unsigned int)number(-1, "devices", 0) : 0;
  return started ? SUCCESS : 1;
}

static int by_index(unsigned int index, void **handle) {
  *handle = (void *)(intptr_t)(FIRST_DEVICE + index);
  return (int)number(index, "handle", SUCCESS);
}

static int copy(const char *from, char *to, unsigned int length) {
  snprintf(to, length, "%s", from);
  return *from ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetUUID(void *handle, char *uuid, unsigned int length) {
  return copy(text(device_of(handle), "uuid"), uuid, length);
}

int nvmlDeviceGetName(void *handle, char *name, unsigned int length) {
  return copy(text(device_of(handle), "name"), name, length);
}

int nvmlDeviceGetPowerUsage(void *handle, unsigned int *power) {
  int device = device_of(handle);
  *power = (unsigned int)number(device, "usage", 0);
  return has(device, "usage") ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetEnforcedPowerLimit(void *handle, unsigned int *limit) {
  int device = device_of(handle);
  *limit = (unsigned int)number(device, "limit", 0);
  return has(device, "limit") ? SUCCESS : NOT_SUPPORTED;
}

#ifdef OLD

int nvmlInit(void) { return start_up(); }
int nvmlDeviceGetCount(unsigned int *count) { return devices(count); }
int nvmlDeviceGetHandleByIndex(unsigned int index, void **handle) {
  return by_index(index, handle);
}

// All versions of the structure have the numbers in one place.
int nvmlDeviceGetPciInfo(void *handle, PciInfo *info) {
  info->bus = (unsigned int)number(device_of(handle), "bus", 0);
  return SUCCESS;
}

#else

#ifndef BARE
int nvmlInit_v2(void) { return start_up(); }
#endif

int nvmlDeviceGetCount_v2(unsigned int *count) { return devices(count); }
int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **handle) {
  return by_index(index, handle);
}

int nvmlDeviceGetPciInfo_v3(void *handle, PciInfo *info) {
  memset(info, 0, sizeof *info);
  info->bus = (unsigned int)number(device_of(handle), "bus", 0);
  snprintf(info->busId, sizeof info->busId, "%08X:%02X:00.0", 0, info->bus);
  return SUCCESS;
}

const char *nvmlErrorString(int result) {
  switch (result) {
    case NOT_SUPPORTED: return "Not Supported";
    case 9: return "Driver Not Loaded";
    case 15: return "GPU is lost";
    default: return "Unknown Error";
  }
}

int nvmlDeviceGetArchitecture(void *handle, unsigned int *architecture) {
  int device = device_of(handle);
  *architecture = (unsigned int)number(device, "architecture", 0);
  return has(device, "architecture") ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetMigMode(void *handle, unsigned int *current, unsigned int *pending) {
  int device = device_of(handle);
  *current = *pending = (unsigned int)number(device, "mig", 0);
  return has(device, "mig") ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetHandleByUUID(const char *uuid, void **handle) {
  for (int i = 0; i < number(-1, "devices", 0); i++) {
    if (strcmp(text(i, "slice"), uuid) == 0) {
      *handle = (void *)(intptr_t)(FIRST_SLICE + i);
      return SUCCESS;
    }
  }
  return NOT_FOUND;
}

int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(void *slice, void **handle) {
  *handle = (char *)slice - FIRST_SLICE + FIRST_DEVICE;
  return (intptr_t)slice >= FIRST_SLICE ? SUCCESS : INVALID_ARGUMENT;
}

int nvmlDeviceGetTotalEnergyConsumption(void *handle, unsigned long long *energy) {
  int device = device_of(handle);
  if (has(device, "energy.bits")) {
    *energy = (unsigned long long)(long long)number(device, "energy.bits", 0);
    return SUCCESS;
  }
  double drawn = number(device, "watts", 0) * 1000 * seconds();
  *energy = (unsigned long long)(number(device, "energy", 0) + drawn);
  return has(device, "energy") ? SUCCESS : NOT_SUPPORTED;
}

int nvmlDeviceGetFieldValues(void *handle, int count, Field *fields) {
  int device = device_of(handle);
  for (int i = 0; i < count; i++) {
    Field *field = &fields[i];
    char key[32];
    char slope[40];
    snprintf(key, sizeof key, "%u.%u", field->fieldId, field->scopeId);
    snprintf(slope, sizeof slope, "%s.slope", key);
    double value = number(device, key, 0) + number(device, slope, 0) * seconds();
    field->result = has(device, key) ? SUCCESS : NOT_SUPPORTED;
    field->valueType = (int)number(device, "type", 1);
    memset(&field->value, 0x55, sizeof field->value);
    switch (field->valueType) {
      case 0: field->value.number = value; break;
      case 1: field->value.unsignedInt = (unsigned int)(long long)value; break;
      case 2: field->value.unsignedLong = (unsigned long)value; break;
      case 3: field->value.unsignedLongLong = (unsigned long long)value; break;
      case 4: field->value.signedLongLong = (long long)value; break;
      case 5: field->value.signedInt = (int)value; break;
      case 6: field->value.unsignedShort = (unsigned short)value; break;
    }
  }
  return (int)number(device, "fields", SUCCESS);
}

#endif
