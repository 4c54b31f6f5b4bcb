// A library that registers nothing.
