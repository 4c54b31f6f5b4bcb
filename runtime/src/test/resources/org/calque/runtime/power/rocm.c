// A stand-in for ROCm SMI (librocm_smi64.so), with the functions of rocm_smi.h.
//
// Names of answers:
//   devices, init           how many there are; what rsmi_init returns
//   id, bus, name, node     of a device
//   power, power.type       uW and RSMI_POWER_TYPE of rsmi_dev_power_get; without it, "not supported"
//   average                 uW of rsmi_dev_power_ave_get
//   energy                  count of energy at the start; without it, "not supported"
//   watts, resolution       what is added each second; microjoules of a count
//
// -DOLD leaves out what came with later versions.

#include "standin.h"

enum { SUCCESS = 0, NOT_SUPPORTED = 2 };

int rsmi_init(uint64_t flags) { return flags == 0 ? (int)number(-1, "init", SUCCESS) : 1; }

int rsmi_num_monitor_devices(uint32_t *devices) {
  *devices = (uint32_t)number(-1, "devices", 0);
  return SUCCESS;
}

static int whole(uint32_t device, const char *key, uint64_t *result) {
  *result = (uint64_t)(int64_t)number((int)device, key, 0);
  return has((int)device, key) ? SUCCESS : NOT_SUPPORTED;
}

int rsmi_dev_unique_id_get(uint32_t device, uint64_t *id) { return whole(device, "id", id); }

int rsmi_dev_pci_id_get(uint32_t device, uint64_t *id) {
  int result = whole(device, "bus", id);
  *id <<= 8;
  return result;
}

int rsmi_dev_name_get(uint32_t device, char *name, size_t length) {
  snprintf(name, length, "%s", text((int)device, "name"));
  return has((int)device, "name") ? SUCCESS : NOT_SUPPORTED;
}

int rsmi_dev_power_ave_get(uint32_t device, uint32_t sensor, uint64_t *power) {
  return sensor == 0 ? whole(device, "average", power) : 1;
}

int rsmi_dev_energy_count_get(
    uint32_t device, uint64_t *count, float *resolution, uint64_t *time) {
  int result = whole(device, "energy", count);
  *resolution = (float)number((int)device, "resolution", 15.259);
  *count += (uint64_t)(number((int)device, "watts", 0) * 1e6 / *resolution * seconds());
  *time = (uint64_t)(seconds() * 1e9);
  return result;
}

#ifndef OLD

int rsmi_dev_power_get(uint32_t device, uint64_t *power, uint32_t *type) {
  *type = (uint32_t)(int64_t)number((int)device, "power.type", 1);
  return whole(device, "power", power);
}

int rsmi_dev_node_id_get(uint32_t device, uint32_t *node) {
  *node = (uint32_t)number((int)device, "node", 0);
  return has((int)device, "node") ? SUCCESS : NOT_SUPPORTED;
}

int rsmi_status_string(int status, const char **words) {
  *words = status == NOT_SUPPORTED ? "not supported" : status == 8 ? "not initialized" : "unknown";
  return SUCCESS;
}

#endif
