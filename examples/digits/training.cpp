#include "training.h"

#include <brigade/data.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace digits {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// A line that is drawn over itself on a terminal, and only once, whole, elsewhere.
class Progress {
public:
  Progress(int epoch, int epochs, int64_t steps) : epoch_(epoch), epochs_(epochs), steps_(steps) {}

  void step(int64_t done) const {
    if (!isatty(STDOUT_FILENO))
      return;
    constexpr int64_t width = 24;
    const int64_t filled = done * width / steps_;
    fmt::print("\r{} [{:=<{}}{:{}}] {}/{}", title(), "", filled, "", width - filled, done, steps_);
    std::fflush(stdout);
  }
  void finish(double loss, double accuracy) const {
    fmt::print("{}{}  loss {:.5f}  test accuracy {:.4f}{}\n", isatty(STDOUT_FILENO) ? "\r" : "",
               title(), loss, accuracy, isatty(STDOUT_FILENO) ? "\x1b[K" : "");
  }

private:
  std::string title() const { return fmt::format("epoch {:>3}/{}", epoch_, epochs_); }
  int epoch_, epochs_;
  int64_t steps_;
};

Array to_array(const brigade::Literal &value) {
  return Array::from_host(value.bytes.data(), value.dtype, static_cast<size_t>(value.size()),
                          value.shape);
}

/// Steps over batches until the last epoch is done. `step(x, label)` updates the caller's state and
/// returns the loss; `accuracy()` is of the held-out images.
template <class Step, class Accuracy>
void run_epochs(const Options &options, bg::data::Loader &batches, Step &&step, Accuracy &&accuracy,
                Result &result) {
  std::vector<double> step_seconds;
  const int64_t steps = batches.batches_per_epoch();
  const Clock::time_point begin = Clock::now();
  for (int epoch = 1; epoch <= options.epochs; ++epoch) {
    Progress progress(epoch, options.epochs, steps);
    double sum = 0;
    for (int64_t i = 0; i < steps; ++i) {
      std::vector<Array> batch = batches.next();
      const Clock::time_point start = Clock::now();
      sum += step(batch[0], batch[1]).template item<double>();
      step_seconds.push_back(seconds_since(start));
      progress.step(i + 1);
    }
    result.losses.push_back(sum / static_cast<double>(steps));
    result.accuracy = accuracy().template item<double>();
    progress.finish(result.losses.back(), result.accuracy);
  }
  result.images_per_second =
      static_cast<double>(options.epochs * steps * options.batch) / seconds_since(begin);
  result.step_seconds = median(step_seconds);
  result.data_wait_seconds = batches.wait_seconds();
}

/// Compiles for these arguments and keeps what the compiler knows of one step.
template <class Compiled, class... A>
void describe_step(const Compiled &step, Result &result, const A &...arguments) {
  const Clock::time_point begin = Clock::now();
  const bg::MemoryReport memory = step.memory(arguments...);
  result.compile_seconds = seconds_since(begin);
  result.peak_bytes = {{"arguments", memory.arguments},
                       {"results", memory.results},
                       {"constants", memory.constants},
                       {"temporaries", memory.temporaries}};
  for (const bg::Transfer &t : step.traffic(arguments...).transfers)
    result.traffic.push_back({t.operation, t.bytes, t.group_size, t.count, t.where});
}

/// One program over the mesh: the compiler splits it by where its arguments are.
void train_jit(const Options &options, const Dataset &data, Result &result) {
  bg::Mesh mesh = bg::make_mesh(options.mesh_sizes, options.mesh_names);
  const bg::NamedSharding rows(mesh, bg::P("data")), columns(mesh, bg::P(nullptr, "model")),
      features(mesh, bg::P("model")), whole(mesh, bg::P());

  auto adam = bg::optim::adam(1e-3);
  Model model = make_model(options.seed, options.width);
  // Features of the first hidden layer are split over "model"; the second layer sums over them.
  model.hidden[0] = {bg::device_put(model.hidden[0].w, columns),
                     bg::device_put(model.hidden[0].b, features)};
  model.hidden[1] = {bg::device_put(model.hidden[1].w, features),
                     bg::device_put(model.hidden[1].b, whole)};
  model.out = bg::device_put(model.out, whole);
  auto state = adam.init(model);

  auto step = bg::jit(
      [&](Model m, decltype(state) s, Array x, Array label) {
        auto [l, g] = bg::value_and_grad(loss)(m, x, label);
        auto [update, next] = adam.update(g, s, m);
        return std::make_tuple(bg::optim::apply_updates(m, update), next, l);
      },
      {.donate_argnums = {0, 1}, .name = "step"});
  auto test_accuracy = bg::jit(accuracy);

  fmt::print("mesh {}; the first weight, f32[64,{}]:\n", mesh.to_string(), options.width);
  bg::debug::visualize_sharding(model.hidden[0].w);

  bg::data::Loader batches(
      {data.train.images, data.train.labels},
      {.batch = options.batch, .seed = options.seed, .shardings = {rows, rows}});
  const Array test_images = to_array(data.test.images), test_labels = to_array(data.test.labels);
  describe_step(step, result, model, state, bg::device_put(bg::zeros({options.batch, 64}), rows),
                bg::device_put(bg::zeros({options.batch}, bg::DType::S32), rows));
  run_epochs(
      options, batches,
      [&](const Array &x, const Array &label) {
        Array l;
        std::tie(model, state, l) = step(std::move(model), std::move(state), x, label);
        return l;
      },
      [&] { return test_accuracy(model, test_images, test_labels); }, result);
}

/// A copy of the model on each device, kept equal by averaging gradients.
void train_pmap(const Options &options, const Dataset &data, Result &result) {
  auto adam = bg::optim::adam(1e-3);
  const int64_t devices = options.devices;
  auto copies = [&](const auto &tree) {
    return bg::tree_map(
        [&](const Array &a) {
          bg::Shape shape = a.shape();
          shape.insert(shape.begin(), devices);
          return bg::broadcast_to(a, shape);
        },
        tree);
  };
  const Model one = make_model(options.seed, options.width);
  Model model = copies(one);
  auto state = copies(adam.init(one));

  auto step = bg::pmap(
      [&](Model m, decltype(state) s, Array x, Array label) {
        auto [l, g] = bg::value_and_grad(loss)(m, x, label);
        auto [update, next] = adam.update(bg::lax::pmean(g, "devices"), s, m);
        return std::make_tuple(bg::optim::apply_updates(m, update), next,
                               bg::lax::pmean(l, "devices"));
      },
      "devices", {.donate_argnums = {0, 1}, .name = "step"});
  auto test_accuracy = bg::jit([](Model m, Array x, Array label) {
    return accuracy(bg::tree_map([](const Array &a) { return a[0]; }, m), x, label);
  });

  bg::data::Loader batches({data.train.images, data.train.labels},
                           {.batch = options.batch, .seed = options.seed, .stack = devices});
  const Array test_images = to_array(data.test.images), test_labels = to_array(data.test.labels);
  const int64_t local = options.batch / devices;
  describe_step(step, result, model, state, bg::zeros({devices, local, 64}),
                bg::zeros({devices, local}, bg::DType::S32));
  bool first = true;
  run_epochs(
      options, batches,
      [&](const Array &x, const Array &label) {
        Array l;
        std::tie(model, state, l) = step(std::move(model), std::move(state), x, label);
        if (std::exchange(first, false)) {
          fmt::print("the first weight, a copy a device:\n");
          bg::debug::visualize_sharding(model.hidden[0].b);
        }
        return l[0];
      },
      [&] { return test_accuracy(model, test_images, test_labels); }, result);
}

} // namespace

Result train(const Options &options, const Dataset &data) {
  bg::set_num_cpu_devices(options.devices);
  fmt::print("{} devices:", options.devices);
  for (const bg::Device *device : bg::devices())
    fmt::print(" {}", device->to_string());
  fmt::print("\n");

  Result result;
  if (options.mode == Mode::Jit)
    train_jit(options, data, result);
  else
    train_pmap(options, data, result);
  result.physical_bytes = bg::physical_memory_stats().peak_bytes_in_use;
  return result;
}

} // namespace digits
