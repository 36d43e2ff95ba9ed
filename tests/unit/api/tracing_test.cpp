#include "support/expect_error.h"

#include "brigade/brigade.h"

#include <gtest/gtest.h>

#include <thread>

using namespace brigade;

namespace {

Array vector(std::vector<float> values) {
  return Array::from(std::span<const float>(values), {static_cast<int64_t>(values.size())});
}

struct Layer {
  Array w, b;
};

TEST(Tracing, ProgramIsStableHlo) {
  auto f = [](Array x, Array y) { return x * y + 1.0; };
  std::string text = make_program(f)(vector({1, 2}), vector({3, 4})).to_string();
  EXPECT_NE(text.find("stablehlo.multiply %arg0, %arg1 : tensor<2xf32>"), std::string::npos)
      << text;
  EXPECT_NE(text.find("func.func public @main"), std::string::npos) << text;
  EXPECT_EQ(text, make_program(f)(vector({1, 2}), vector({3, 4})).to_string());
}

TEST(Tracing, TreesArePassedInOrder) {
  auto f = [](const Layer &l, Array x) { return Layer{x * l.w, x + l.b}; };
  std::string text =
      make_program(f)(Layer{vector({1, 2}), vector({3})}, vector({5, 6})).to_string();
  EXPECT_NE(text.find("@main(%arg0: tensor<2xf32>, %arg1: tensor<1xf32>, %arg2: tensor<2xf32>)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("stablehlo.multiply %arg2, %arg0"), std::string::npos) << text;
}

TEST(Tracing, ScalarArgumentsAreWeak) {
  auto f = [](Array x, auto y) { return x * y; };
  Array half = vector({1, 2}).astype(DType::BF16);
  std::string text = make_program(f)(half, 2.0).to_string();
  EXPECT_NE(text.find("-> tensor<2xbf16>"), std::string::npos) << text;
}

TEST(Tracing, StaticValuesAreNotTraced) {
  auto f = [](Array x, int n) {
    for (int i = 0; i < n; ++i)
      x = x + x;
    return x;
  };
  std::string text = make_program(f)(vector({1}), 3).to_string();
  size_t count = 0;
  for (size_t at = text.find("stablehlo.add"); at != std::string::npos;
       at = text.find("stablehlo.add", at + 1))
    ++count;
  EXPECT_EQ(count, 3u) << text;
}

TEST(Tracing, CapturedArraysBecomeArguments) {
  Array c = vector({1, 2});
  std::string text = make_program([&](Array x) { return x * c; })(vector({1, 2})).to_string();
  EXPECT_NE(text.find("@main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>)"), std::string::npos)
      << text;
}

TEST(Tracing, JitInsideJitIsACall) {
  auto inner = jit([](Array x) { return x + x; }, {.name = "twice"});
  std::string text =
      make_program([&](Array x) { return inner(x) * x; })(vector({1, 2})).to_string();
  EXPECT_NE(text.find("func.func private @twice"), std::string::npos) << text;
  EXPECT_NE(text.find("call @twice(%arg0)"), std::string::npos) << text;
}

TEST(Tracing, InnerFunctionsCaptureOuterValues) {
  std::string text = make_program([](Array x) {
                       Array y = x * x;
                       return jit([&](Array z) { return z + y; })(x);
                     })(vector({1, 2}))
                         .to_string();
  EXPECT_NE(text.find("(%arg0, %0)"), std::string::npos) << text;
}

TEST(Tracing, GradientsAreFunctionsOfTheProgram) {
  auto loss = [](Array x) { return sum(x * x); };
  std::string text =
      make_program([&](Array x) { return grad(loss)(x); })(vector({1, 2})).to_string();
  EXPECT_NE(text.find("-> tensor<2xf32>"), std::string::npos) << text;
}

TEST(Tracing, AConditionOnATracedValueIsRefused) {
  EXPECT_USER_ERROR(jit([](Array x) {
                      if (x)
                        return x + 1;
                      return x;
                    })(vector({1})),
                    "a C++ condition needs the value of f32[1], which is traced by jit and has "
                    "none; use where");
  EXPECT_USER_ERROR(jit([](Array x) { return x * x.item<float>(); })(vector({1})),
                    "item() needs the value of f32[1]");
}

TEST(Tracing, AValueKeptAfterItsTraceIsRefused) {
  Array kept;
  make_program([&](Array x) {
    kept = x + x;
    return x;
  })(vector({1, 2}));
  EXPECT_USER_ERROR(kept + kept, "is used after its jit ended; return it from the function");
}

TEST(Tracing, AValueInAnotherThreadIsRefused) {
  std::string text;
  make_program([&](Array x) {
    std::thread([&] {
      try {
        (void)(x + x);
      } catch (const UserError &error) {
        text = error.what();
      }
    }).join();
    return x;
  })(vector({1, 2}));
  EXPECT_NE(text.find("is used in another thread"), std::string::npos) << text;
}

TEST(Tracing, AnExceptionLeavesNothingBehind) {
  struct Mine {};
  auto f = [](Array x) -> Array {
    (void)(x + x);
    throw Mine();
  };
  EXPECT_THROW(make_program(f)(vector({1})), Mine);
  EXPECT_THROW(make_program([&](Array x) {
                 try {
                   return grad(f)(sum(x));
                 } catch (Mine) {
                 }
                 throw Mine();
               })(vector({1})),
               Mine);
  std::string text = make_program([&](Array x) {
                       try {
                         (void)jit(f)(x);
                       } catch (Mine) {
                       }
                       return x + 1.0;
                     })(vector({1}))
                         .to_string();
  EXPECT_EQ(text.find("private"), std::string::npos) << text;
}

TEST(Tracing, GradientsOfWrongFunctionsAreRefused) {
  EXPECT_USER_ERROR(
      make_program([](Array x) { return grad([](Array y) { return y * y; })(x); })(
          vector({1, 2, 3})),
      "grad: the function returns f32[3]; a gradient needs one floating-point scalar");
  EXPECT_USER_ERROR(make_program([](Array x) {
                      return grad([](Array y) { return sum(y); })(x.astype(DType::S32));
                    })(vector({1, 2, 3})),
                    "grad: argument 0 is s32[3]; a derivative needs a floating-point type");
}

TEST(Tracing, MappedSizesMustAgree) {
  auto f = [](const Layer &l, Array x) { return x * l.w + l.b; };
  EXPECT_USER_ERROR(make_program(vmap(f))(Layer{vector({1, 2}), vector({1, 2})}, vector({1, 2, 3})),
                    "vmap: mapped sizes differ: argument 0 (.w) has 2 along axis 0, but argument 1 "
                    "has 3 along axis 0");
  EXPECT_USER_ERROR(
      make_program(vmap(f, 1))(Layer{vector({1, 2}), vector({1, 2})}, vector({1, 2, 3})),
      "vmap: argument 0 (.w) is f32[2], which has no axis 1 to map");
}

TEST(Tracing, UnknownAxesAreRefused) {
  EXPECT_USER_ERROR(make_program([](Array x) { return lax::psum(x, "j"); })(vector({1})),
                    "no axis named \"j\" is in scope");
}

TEST(Tracing, PmapNeedsEnoughDevices) {
  EXPECT_USER_ERROR(
      make_program(pmap([](Array x) { return x; }, "i"))(vector(std::vector<float>(1000))),
      "pmap: the mapped axis has size 1000, but there");
}

} // namespace
