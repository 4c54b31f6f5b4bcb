// A library that calls what no other defines.

extern "C" void no_such_function();

struct Registration {
  Registration() { no_such_function(); }
} registration;
