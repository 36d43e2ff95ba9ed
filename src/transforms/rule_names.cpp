#include "transforms/batch.h"
#include "transforms/jvp.h"
#include "transforms/transforms.h"
#include "transforms/transpose.h"

namespace brigade::transforms {

std::map<std::string, RuleNames> rule_names() {
  std::map<std::string, RuleNames> names;
  for (llvm::StringRef op : jvp_rules().keys()) {
    RuleNames &entry = names[op.str()];
    (jvp_rules().find(op)->zero ? entry.zero_tangent : entry.jvp) = true;
  }
  for (llvm::StringRef op : transpose_rules().keys())
    names[op.str()].transpose = true;
  for (llvm::StringRef op : batch_rules().keys())
    names[op.str()].batch = true;
  return names;
}

} // namespace brigade::transforms
