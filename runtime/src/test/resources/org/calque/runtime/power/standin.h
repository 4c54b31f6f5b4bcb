// What a library that stands in for a vendor's is to answer: numbers and texts by device and name.
// A name of device -1 holds for all devices.

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define MOST_ENTRIES 512

static struct {
  int device;
  char key[48];
  double number;
  char text[96];
} entries[MOST_ENTRIES];

static int count;
static double start;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

// Seconds since all answers were forgotten.
static double seconds(void) { return now() - start; }

void stand_in_reset(void) {
  count = 0;
  start = now();
}

static int find(int device, const char *key) {
  for (int i = 0; i < count; i++) {
    if (entries[i].device == device && strcmp(entries[i].key, key) == 0) {
      return i;
    }
  }
  return device < 0 ? -1 : find(-1, key);
}

static int entry(int device, const char *key) {
  for (int i = 0; i < count; i++) {
    if (entries[i].device == device && strcmp(entries[i].key, key) == 0) {
      return i;
    }
  }
  entries[count].device = device;
  snprintf(entries[count].key, sizeof entries[count].key, "%s", key);
  return count++;
}

void stand_in_set(int device, const char *key, double number) {
  entries[entry(device, key)].number = number;
}

void stand_in_text(int device, const char *key, const char *text) {
  int i = entry(device, key);
  snprintf(entries[i].text, sizeof entries[i].text, "%s", text);
}

static int has(int device, const char *key) { return find(device, key) >= 0; }

static double number(int device, const char *key, double otherwise) {
  int i = find(device, key);
  return i < 0 ? otherwise : entries[i].number;
}

static const char *text(int device, const char *key) {
  int i = find(device, key);
  return i < 0 ? "" : entries[i].text;
}
