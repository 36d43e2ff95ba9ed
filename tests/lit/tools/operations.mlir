// The page of rules is what the tables hold.
// RUN: brigade-opt --list-rules | diff %S/../../../docs/operations.md -
