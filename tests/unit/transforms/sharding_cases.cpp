#include "cases.h"

/// Manual computations over a mesh, which the interpreter runs on all its devices, and the
/// collectives in them.
namespace brigade::test {
namespace {

std::string constraint(const std::string &op) {
  return R"(
sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func @main(%x: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %s = stablehlo.multiply %x, %x : tensor<4x6xf64>
  %y = )" +
         op + R"( %s <@mesh, [{"data"}, {}]> : tensor<4x6xf64>
  return %y : tensor<4x6xf64>
})";
}

// x is split over data, w over model and the same along data; the result is split over both, the
// sum the same everywhere.
const char *two_axes_text = R"(
sdy.mesh @mesh = <["data"=2, "model"=2]>
func.func @main(%x: tensor<4x3xf64>, %w: tensor<3x6xf64>) -> (tensor<4x6xf64>, tensor<f64>) {
  %y:2 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{"data"}, {}]>, <@mesh, [{}, {"model"}]>]
      out_shardings=[<@mesh, [{"data"}, {"model"}]>, <@mesh, []>] manual_axes={"data", "model"}
      (%a: tensor<2x3xf64>, %b: tensor<3x3xf64>) {
    %c = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x3xf64>) -> tensor<2x3xf64>
    %t = stablehlo.tanh %c : tensor<2x3xf64>
    %zero = stablehlo.constant dense<0.0> : tensor<f64>
    %s = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0, 1]
        : (tensor<2x3xf64>, tensor<f64>) -> tensor<f64>
    %e = stablehlo.exponential %s : tensor<f64>
    %r = "stablehlo.all_reduce"(%e) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>,
        channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%l: tensor<f64>, %m: tensor<f64>):
        %n = stablehlo.add %l, %m : tensor<f64>
        stablehlo.return %n : tensor<f64>
    }) : (tensor<f64>) -> tensor<f64>
    sdy.return %t, %r : tensor<2x3xf64>, tensor<f64>
  } : (tensor<4x3xf64>, tensor<3x6xf64>) -> (tensor<4x6xf64>, tensor<f64>)
  return %y#0, %y#1 : tensor<4x6xf64>, tensor<f64>
})";

/// One collective of the square of what each of four devices has of x; the result is split over its
/// first dimension.
std::string collective(const std::string &local, const std::string &result, const std::string &op) {
  auto type = [](const std::string &shape) { return "tensor<" + shape + "xf64>"; };
  auto whole = [](std::string shape) {
    size_t rest = shape.find('x');
    return std::to_string(4 * std::stoi(shape.substr(0, rest))) + shape.substr(rest);
  };
  std::string x = type(whole(local)), y = type(whole(result)), a = type(local), b = type(result);
  return "sdy.mesh @mesh = <[\"i\"=4]>\nfunc.func @main(%x: " + x + ") -> " + y +
         " {\n  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"i\"}, {}]>] "
         "out_shardings=[<@mesh, [{\"i\"}, "
         "{}]>] manual_axes={\"i\"} (%a: " +
         a + ") {\n    %s = stablehlo.multiply %a, %a : " + a + "\n    %b = " + op + " : (" + a +
         ") -> " + b + "\n    sdy.return %b : " + b + "\n  } : (" + x + ") -> " + y +
         "\n  return %y : " + y + "\n}";
}
const std::string groups =
    "replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = "
    "#stablehlo.channel_handle<handle = 1, type = 1>";
const std::string global_groups = groups + ", use_global_device_ids";
std::string body(const std::string &op) {
  return "({\n ^bb0(%l: tensor<f64>, %m: tensor<f64>):\n  %n = stablehlo." + op +
         " %l, %m : tensor<f64>\n  stablehlo.return %n : tensor<f64>\n })";
}
const std::string sum = body("add");

// Two devices a layer called on each.
const char *call_text = R"(
sdy.mesh @mesh = <["i"=2]>
func.func private @layer(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %y = stablehlo.sine %x : tensor<2x3xf64>
  return %y : tensor<2x3xf64>
}
func.func @main(%x: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %y = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"i"}, {}]>] out_shardings=[<@mesh, [{"i"}, {}]>]
      manual_axes={"i"} (%a: tensor<2x3xf64>) {
    %b = func.call @layer(%a) : (tensor<2x3xf64>) -> tensor<2x3xf64>
    %c = func.call @layer(%b) : (tensor<2x3xf64>) -> tensor<2x3xf64>
    sdy.return %c : tensor<2x3xf64>
  } : (tensor<4x3xf64>) -> tensor<4x3xf64>
  return %y : tensor<4x3xf64>
})";

} // namespace

std::vector<GradientCase> sharding_cases() {
  return {
      {"sharding_constraint", constraint("sdy.sharding_constraint")},
      {"reshard", constraint("sdy.reshard")},
      {"manual_two_axes", two_axes_text, {{-0.5, 0.5}}},
      {"manual_call", call_text},
      {"all_reduce",
       collective("1x3", "1x3", "\"stablehlo.all_reduce\"(%s) <{" + global_groups + "}> " + sum)},
      {"all_reduce_max",
       collective("1x3", "1x3",
                  "\"stablehlo.all_reduce\"(%s) <{" + global_groups + "}> " + body("maximum"))},
      {"all_reduce_min",
       collective("1x3", "1x3",
                  "\"stablehlo.all_reduce\"(%s) <{" + global_groups + "}> " + body("minimum"))},
      {"collective_broadcast",
       collective("1x3", "1x3",
                  "\"stablehlo.collective_broadcast\"(%s) <{replica_groups = dense<[[2, 0], [1, "
                  "3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, "
                  "type = 1>}>")},
      {"all_gather", collective("1x3", "4x3",
                                "\"stablehlo.all_gather\"(%s) <{all_gather_dim = 0 : i64, " +
                                    global_groups + "}>")},
      {"reduce_scatter",
       collective("2x4", "2x1",
                  "\"stablehlo.reduce_scatter\"(%s) <{scatter_dimension = 1 : i64, " +
                      global_groups + "}> " + sum)},
      {"all_to_all",
       collective(
           "2x4", "8x1",
           "\"stablehlo.all_to_all\"(%s) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, "
           "split_count = 4 : i64, " +
               groups + "}>")},
      {"collective_permute",
       collective(
           "1x3", "1x3",
           "\"stablehlo.collective_permute\"(%s) <{source_target_pairs = dense<[[0, 1], [1, 2], "
           "[3, 0]]> : "
           "tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}>")},
  };
}

} // namespace brigade::test
