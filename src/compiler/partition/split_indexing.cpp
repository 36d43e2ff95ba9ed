#include "compiler/partition/splitter.h"

#include "ir/dialects.h"

namespace brigade::compiler {

void add_indexing_splits(SplitRules &rules) {}

} // namespace brigade::compiler
