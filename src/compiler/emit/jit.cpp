#include "compiler/emit/jit.h"

#include "compiler/emit/functions.h"
#include "compiler/emit/lower.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include <atomic>
#include <mutex>

namespace brigade::compiler::emit {

using llvm::orc::LLJIT;

namespace {

/// Kernels after which a context is thrown away.
constexpr int kernels_per_context = 2000;

void initialize_llvm() {
  static const bool once = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)once;
}

std::unique_ptr<llvm::TargetMachine> make_target_machine() {
  initialize_llvm();
  std::string triple = llvm::sys::getDefaultTargetTriple(), error;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
  std::string features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features += (features.empty() ? "" : ",") + std::string(feature.second ? "+" : "-") +
                feature.first().str();
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, llvm::sys::getHostCPUName(), features, options, llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

} // namespace

class Workbench {
public:
  Workbench() : machine_(make_target_machine()) {
    context.disableMultithreading();
    context.loadDialect<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                        mlir::LLVM::LLVMDialect, mlir::math::MathDialect, mlir::scf::SCFDialect,
                        mlir::vector::VectorDialect>();
    mlir::registerBuiltinDialectTranslation(context);
    mlir::registerLLVMDialectTranslation(context);
    can_emit_ = !machine_->addPassesToEmitFile(codegen_, object_stream_, nullptr,
                                               llvm::CodeGenFileType::ObjectFile);
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  int kernels = 0;

  mlir::FailureOr<std::unique_ptr<llvm::MemoryBuffer>> compile(mlir::ModuleOp module) {
    for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>())
      kernels += !function.isExternal();
    if (!can_emit_ || failed(lower_to_llvm(module)))
      return mlir::failure();
    std::unique_ptr<llvm::Module> code = mlir::translateModuleToLLVMIR(module, llvm_context_);
    if (!code)
      return mlir::failure();
    code->setDataLayout(machine_->createDataLayout());
    code->setTargetTriple(machine_->getTargetTriple().str());
    std::string bits = std::to_string(vector_bits());
    for (llvm::Function &function : *code) {
      function.addFnAttr("prefer-vector-width", bits);
      function.addFnAttr("min-legal-vector-width", bits);
      function.setDoesNotThrow();
    }
    optimize(*code);
    object_.clear();
    codegen_.run(*code);
    return llvm::MemoryBuffer::getMemBufferCopy({object_.data(), object_.size()});
  }

private:
  /// The emitter has chosen vectors, blocks and unrolling already, so little is left to do.
  void optimize(llvm::Module &code) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager graph;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(machine_.get());
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graph, modules);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                         /*UseMemorySSA=*/true));
    passes.addPass(llvm::SimplifyCFGPass());
    llvm::ModulePassManager all;
    all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
    all.run(code, modules);
  }

  llvm::LLVMContext llvm_context_;
  std::unique_ptr<llvm::TargetMachine> machine_;
  llvm::SmallVector<char, 0> object_;
  llvm::raw_svector_ostream object_stream_{object_};
  /// Kept, since making its two hundred passes takes as long as running them on a small kernel.
  llvm::legacy::PassManager codegen_;
  bool can_emit_ = false;
};

namespace {

struct Benches {
  std::mutex mutex;
  std::vector<std::unique_ptr<Workbench>> idle;
};

Benches &benches() {
  static auto *all = new Benches; // Leases may end after static objects are destroyed.
  return *all;
}

} // namespace

WorkbenchLease::WorkbenchLease() {
  {
    std::lock_guard lock(benches().mutex);
    if (!benches().idle.empty()) {
      bench_ = std::move(benches().idle.back());
      benches().idle.pop_back();
    }
  }
  if (!bench_)
    bench_ = std::make_unique<Workbench>();
}

WorkbenchLease::~WorkbenchLease() {
  std::lock_guard lock(benches().mutex);
  if (bench_->kernels < kernels_per_context)
    benches().idle.push_back(std::move(bench_));
}

mlir::MLIRContext &WorkbenchLease::context() { return bench_->context; }

mlir::FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
WorkbenchLease::compile(mlir::ModuleOp module) {
  return bench_->compile(module);
}

namespace {

/// The process's one linker. Never destroyed: code may run until the process ends.
LLJIT *linker() {
  static LLJIT *jit = []() -> LLJIT * {
    initialize_llvm();
    auto made = llvm::orc::LLJITBuilder().create();
    if (!made) {
      llvm::consumeError(made.takeError());
      return nullptr;
    }
    char prefix = (*made)->getDataLayout().getGlobalPrefix();
    if (auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix))
      (*made)->getMainJITDylib().addGenerator(std::move(*process));
    else
      llvm::consumeError(process.takeError());
    // glibc's vector functions.
    if (auto vectors = llvm::orc::DynamicLibrarySearchGenerator::Load("libmvec.so.1", prefix))
      (*made)->getMainJITDylib().addGenerator(std::move(*vectors));
    else
      llvm::consumeError(vectors.takeError());
    return made->release();
  }();
  return jit;
}

mlir::FailureOr<runtime::KernelCode> linking_failed(llvm::Error error) {
  llvm::errs() << "brigade: linking kernels failed: " << llvm::toString(std::move(error)) << "\n";
  return mlir::failure();
}

} // namespace

mlir::FailureOr<runtime::KernelCode>
link_objects(std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects,
             const std::vector<std::string> &names) {
  static std::atomic<int64_t> count = 0;
  LLJIT *jit = linker();
  if (!jit)
    return mlir::failure();
  auto library = jit->createJITDylib("kernels." + std::to_string(count++));
  if (!library)
    return linking_failed(library.takeError());
  llvm::orc::JITDylib *code = &*library;
  code->addToLinkOrder(jit->getMainJITDylib());
  runtime::KernelCode result;
  result.keep_alive = std::shared_ptr<void>(code, [jit](void *library) {
    auto *dylib = static_cast<llvm::orc::JITDylib *>(library);
    llvm::consumeError(jit->getExecutionSession().removeJITDylib(*dylib));
  });
  for (auto &object : objects)
    if (llvm::Error error = jit->addObjectFile(*code, std::move(object)))
      return linking_failed(std::move(error));
  for (const std::string &name : names) {
    auto address = jit->lookup(*code, name);
    if (!address)
      return linking_failed(address.takeError());
    result.functions.push_back(address->toPtr<runtime::KernelFn>());
  }
  return result;
}

} // namespace brigade::compiler::emit
