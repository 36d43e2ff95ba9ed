#include "program_builder.h"

#include "runtime/steps/combine.h"

#include <algorithm>
#include <random>

namespace brigade::runtime {
namespace {

using schedule::CollectiveKind;
using schedule::CollectiveStep;
using schedule::Id;
using schedule::Reduction;

constexpr int device_count = 8;
using Groups = std::vector<std::vector<int32_t>>;

/// Every way that a collective over axes of meshes 8, 4x2, 2x4, 2x2x2 groups 8 devices.
const std::vector<Groups> groupings = {
    {{0, 1, 2, 3, 4, 5, 6, 7}},       {{0, 1, 2, 3}, {4, 5, 6, 7}},
    {{0, 2, 4, 6}, {1, 3, 5, 7}},     {{0, 1}, {2, 3}, {4, 5}, {6, 7}},
    {{0, 4}, {1, 5}, {2, 6}, {3, 7}}, {{0, 2}, {1, 3}, {4, 6}, {5, 7}},
    {{0, 1, 4, 5}, {2, 3, 6, 7}},     {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}},
    {{7, 3, 5, 1}, {0, 6, 2, 4}}, // orders matter
};

/// The elements as doubles, whatever the dtype.
std::vector<double> values_of(DType dtype, const std::byte *data, int64_t count) {
  std::vector<double> values(count);
  visit_dtype(dtype, [&]<class T>(T) {
    auto *elements = reinterpret_cast<const T *>(data);
    for (int64_t i = 0; i < count; ++i)
      values[i] = element_cast<double>(elements[i]);
  });
  return values;
}

/// Small whole numbers, exact in every dtype and in sums of eight.
Literal numbers(DType dtype, const Shape &shape, int seed) {
  Literal literal(dtype, shape);
  std::mt19937 random(seed);
  visit_dtype(dtype, [&]<class T>(T) {
    for (T &x : literal.data<T>()) {
      int value = static_cast<int>(random() % 8);
      x = element_cast<T>(std::is_same_v<T, bool> ? value % 2 : value);
    }
  });
  return literal;
}

struct Outcome {
  std::vector<std::vector<double>> operands, results; ///< By device.
  int64_t traffic;
};

/// Runs one collective over numbers; `result_sharing` groups the devices that share a result.
Outcome run(Client &client, CollectiveStep step, DType dtype, const Shape &shape,
            const Shape &result_shape, const std::vector<int32_t> &result_sharing = {}) {
  ProgramBuilder builder("collective", device_count);
  Id sharing = result_sharing.empty() ? 0 : builder.sharing(result_sharing);
  Id in = builder.argument(dtype, shape), out = builder.result(dtype, result_shape, sharing);
  step.operands = {in}, step.results = {out};
  builder.collective(step, "collective", sharing);
  auto program = builder.load(client);
  Outcome outcome;
  Shards shards;
  for (int d = 0; d < device_count; ++d) {
    Literal literal = numbers(dtype, shape, d);
    shards.push_back(client.buffer_from_host(literal.bytes.data(), dtype, shape, {&d, 1}));
    outcome.operands.push_back(values_of(dtype, literal.bytes.data(), literal.size()));
  }
  auto results = client.execute(*program, {shards});
  for (int d = 0; d < device_count; ++d) {
    results[0][d]->await();
    outcome.results.push_back(values_of(dtype, results[0][d]->data(), element_count(result_shape)));
  }
  outcome.traffic = program->traffic_counters()[0];
  return outcome;
}

const std::vector<int32_t> &group_of(const Groups &groups, int32_t device) {
  for (const std::vector<int32_t> &group : groups)
    if (std::find(group.begin(), group.end(), device) != group.end())
      return group;
  return groups[0];
}

int64_t rank_of(const std::vector<int32_t> &group, int32_t device) {
  return std::find(group.begin(), group.end(), device) - group.begin();
}

double combine(DType dtype, Reduction reduction, double a, double b) {
  bool is_bool = dtype == DType::Bool;
  auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
  switch (reduction) {
  case Reduction::Sum:
    return is_bool ? std::max(a, b) : a + b;
  case Reduction::Product: {
    if (!is_integer(dtype))
      return is_bool ? std::min(a, b) : a * b;
    // As many bits as the dtype has.
    int bits = 8 * static_cast<int>(dtype_size(dtype));
    auto product = static_cast<uint64_t>(x) * static_cast<uint64_t>(y);
    if (bits < 64) {
      product &= (uint64_t{1} << bits) - 1;
      if (is_signed_integer(dtype) && product >> (bits - 1))
        return static_cast<double>(static_cast<int64_t>(product) - (int64_t{1} << bits));
    }
    return static_cast<double>(product);
  }
  case Reduction::Min:
    return std::min(a, b);
  case Reduction::Max:
    return std::max(a, b);
  case Reduction::And:
    return static_cast<double>(x & y);
  case Reduction::Or:
    return static_cast<double>(x | y);
  case Reduction::Xor:
    return static_cast<double>(x ^ y);
  }
  return 0;
}

class Collectives : public testing::TestWithParam<int> {
protected:
  DType dtype() const { return static_cast<DType>(GetParam()); }
  std::unique_ptr<Client> client = make_cpu_client({.devices = device_count, .threads = 2});
};

TEST_P(Collectives, AllReduce) {
  Shape shape{3, 5};
  for (const Groups &groups : groupings)
    for (int r = 0; r < 7; ++r) {
      auto reduction = static_cast<Reduction>(r);
      if (is_floating(dtype()) && reduction >= Reduction::And)
        continue;
      CollectiveStep step;
      step.reduction = reduction;
      step.groups = groups;
      Outcome outcome = run(*client, step, dtype(), shape, shape);
      EXPECT_EQ(outcome.traffic, 15 * static_cast<int64_t>(dtype_size(dtype())));
      for (int d = 0; d < device_count; ++d) {
        const std::vector<int32_t> &group = group_of(groups, d);
        std::vector<double> expected = outcome.operands[group[0]];
        for (size_t m = 1; m < group.size(); ++m)
          for (size_t i = 0; i < expected.size(); ++i)
            expected[i] = combine(dtype(), reduction, expected[i], outcome.operands[group[m]][i]);
        // Products of eight sevens leave the 16-bit floats' exact range.
        if (reduction == Reduction::Product && is_floating(dtype()) && dtype() < DType::F32 &&
            group.size() > 2)
          for (size_t i = 0; i < expected.size(); ++i)
            expected[i] = dtype() == DType::BF16
                              ? to_float(to_bfloat16(static_cast<float>(expected[i])))
                              : to_float(to_float16(static_cast<float>(expected[i])));
        ASSERT_EQ(outcome.results[d], expected) << dtype_name(dtype()) << " reduction " << r;
      }
    }
}

TEST_P(Collectives, AllGather) {
  for (const Groups &groups : groupings)
    for (int64_t dimension : {0, 1, 2}) {
      Shape shape{2, 3, 2}, result = shape;
      auto members = static_cast<int64_t>(groups[0].size());
      result[dimension] *= members;
      CollectiveStep step;
      step.kind = CollectiveKind::AllGather;
      step.dimension = dimension;
      step.groups = groups;
      Outcome outcome = run(*client, step, dtype(), shape, result);
      std::vector<int64_t> from = row_major_strides(shape), to = row_major_strides(result);
      for (int d = 0; d < device_count; ++d)
        for (int64_t i = 0; i < element_count(result); ++i) {
          int64_t at[] = {i / to[0], i / to[1] % result[1], i % result[2]};
          int64_t member = at[dimension] / shape[dimension];
          at[dimension] %= shape[dimension];
          ASSERT_EQ(outcome.results[d][i],
                    outcome.operands[group_of(groups, d)[member]]
                                    [at[0] * from[0] + at[1] * from[1] + at[2]]);
        }
    }
}

TEST_P(Collectives, ReduceScatter) {
  for (const Groups &groups : groupings)
    for (int64_t dimension : {0, 1}) {
      Shape shape{8, 16}, result = shape;
      result[dimension] /= static_cast<int64_t>(groups[0].size());
      CollectiveStep step;
      step.kind = CollectiveKind::ReduceScatter;
      step.dimension = dimension;
      step.groups = groups;
      Outcome outcome = run(*client, step, dtype(), shape, result);
      for (int d = 0; d < device_count; ++d) {
        const std::vector<int32_t> &group = group_of(groups, d);
        for (int64_t i = 0; i < element_count(result); ++i) {
          int64_t at[] = {i / result[1], i % result[1]};
          at[dimension] += rank_of(group, d) * result[dimension];
          double expected = outcome.operands[group[0]][at[0] * shape[1] + at[1]];
          for (size_t m = 1; m < group.size(); ++m)
            expected = combine(dtype(), Reduction::Sum, expected,
                               outcome.operands[group[m]][at[0] * shape[1] + at[1]]);
          ASSERT_EQ(outcome.results[d][i], expected);
        }
      }
    }
}

TEST_P(Collectives, AllToAll) {
  for (const Groups &groups : groupings)
    for (int64_t split : {0, 1, 2})
      for (int64_t concat : {0, 1, 2}) {
        Shape shape{8, 8, 8}, piece = shape, result;
        auto members = static_cast<int64_t>(groups[0].size());
        piece[split] /= members;
        result = piece;
        result[concat] *= members;
        CollectiveStep step;
        step.kind = CollectiveKind::AllToAll;
        step.dimension = split;
        step.concat_dimension = concat;
        step.groups = groups;
        Outcome outcome = run(*client, step, dtype(), shape, result);
        std::vector<int64_t> from = row_major_strides(shape), to = row_major_strides(result);
        for (int d = 0; d < device_count; ++d) {
          const std::vector<int32_t> &group = group_of(groups, d);
          for (int64_t i = 0; i < element_count(result); ++i) {
            int64_t at[] = {i / to[0], i / to[1] % result[1], i % result[2]};
            int64_t member = at[concat] / piece[concat];
            at[concat] %= piece[concat];
            at[split] += rank_of(group, d) * piece[split];
            ASSERT_EQ(outcome.results[d][i],
                      outcome.operands[group[member]][at[0] * from[0] + at[1] * from[1] + at[2]]);
          }
        }
      }
}

TEST_P(Collectives, PermuteAndBroadcast) {
  CollectiveStep permute;
  permute.kind = CollectiveKind::CollectivePermute;
  permute.groups = groupings[0];
  for (int32_t d = 0; d + 1 < device_count; ++d)
    permute.source_target.emplace_back(d, d + 1);
  Outcome moved = run(*client, permute, dtype(), {7}, {7});
  EXPECT_EQ(moved.results[0], std::vector<double>(7, 0.0));
  for (int d = 1; d < device_count; ++d)
    EXPECT_EQ(moved.results[d], moved.operands[d - 1]);
  for (const Groups &groups : groupings) {
    CollectiveStep broadcast;
    broadcast.kind = CollectiveKind::CollectiveBroadcast;
    broadcast.groups = groups;
    Outcome outcome = run(*client, broadcast, dtype(), {7}, {7});
    for (int d = 0; d < device_count; ++d)
      EXPECT_EQ(outcome.results[d], outcome.operands[group_of(groups, d)[0]]);
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, Collectives, testing::Range(0, dtype_count), [](const auto &info) {
  return std::string(dtype_name(static_cast<DType>(info.param)));
});

TEST(Collective, SharedResultIsWrittenOnce) {
  auto client = make_cpu_client({.devices = device_count});
  CollectiveStep step;
  step.groups = groupings[2]; // data of data=4 x model=2
  // Each model index shares one result.
  Outcome outcome = run(*client, step, DType::F32, {1000}, {1000}, {0, 1, 0, 1, 0, 1, 0, 1});
  for (int d = 0; d < device_count; ++d)
    EXPECT_EQ(outcome.results[d], outcome.results[d % 2]);
  EXPECT_EQ(client->physical_stats().bytes_cached % 4096, 0); // 8 operands and 2 results of 4 KiB
  EXPECT_EQ(client->physical_stats().bytes_cached, 10 * 4096);
}

TEST(Collective, ResultSharedAcrossGroupsMeetsOnce) {
  // Operands are the same along model (positions 2i, 2i+1), so both sums over data are, and one
  // result serves all.
  auto client = make_cpu_client({.devices = device_count});
  ProgramBuilder builder("across", device_count);
  Id pairs = builder.sharing({0, 0, 1, 1, 2, 2, 3, 3}), all = builder.everyone();
  Id in = builder.argument(DType::F32, {4}), twice = builder.arena(DType::F32, {4}, pairs);
  Id out = builder.result(DType::F32, {4}, all);
  builder.kernel(double_array, {twice, in}, 4, pairs);
  CollectiveStep step;
  step.groups = groupings[2];
  step.operands = {twice}, step.results = {out};
  builder.collective(step, "all_reduce", all);
  auto program = builder.load(*client);
  auto results = client->execute(*program, {put_each(*client, device_count, {4}, [](int d) {
    return std::vector<float>(4, static_cast<float>(d / 2));
  })});
  EXPECT_EQ(get<float>(results[0][5]), std::vector<float>(4, 12.0f));
  EXPECT_EQ(results[0][0], results[0][7]);
}

TEST(Collective, LargeSumsEqualSmallOnesWhateverTheThreads) {
  constexpr int64_t n = (3 << 20) + 17;
  std::vector<std::vector<float>> outcomes;
  for (int threads : {1, 4}) {
    auto client = make_cpu_client({.devices = 4, .threads = threads});
    ProgramBuilder builder("large", 4);
    Id all = builder.everyone();
    Id in = builder.argument(DType::F32, {n}), out = builder.result(DType::F32, {n}, all);
    CollectiveStep step;
    step.groups = {{2, 0, 3, 1}};
    step.operands = {in}, step.results = {out};
    builder.collective(step, "all_reduce", all);
    auto program = builder.load(*client);
    Shards shards = put_each(*client, 4, {n}, [&](int d) {
      std::mt19937 random(d);
      std::vector<float> values(n);
      for (float &x : values)
        x = static_cast<float>(random()) * 1e-9f - 1;
      return values;
    });
    auto operand = [&](int d) { return reinterpret_cast<const float *>(shards[d]->data()); };
    std::vector<float> sum = get<float>(client->execute(*program, {shards})[0][0]);
    for (int64_t i = 0; i < n; ++i) // the order of the group's list
      ASSERT_EQ(sum[i], ((operand(2)[i] + operand(0)[i]) + operand(3)[i]) + operand(1)[i]) << i;
    outcomes.push_back(std::move(sum));
  }
  EXPECT_EQ(outcomes[0], outcomes[1]);
}

TEST(Collective, InPlaceAndSeveralOperands) {
  auto client = make_cpu_client({.devices = 4});
  ProgramBuilder builder("in place", 4);
  Id a = builder.argument(DType::F32, {4}), b = builder.argument(DType::S32, {2});
  Id sum = builder.arena(DType::F32, {4}), out = builder.result(DType::F32, {4});
  Id integers = builder.result(DType::S32, {2});
  builder.kernel(double_array, {sum, a}, 4);
  CollectiveStep step;
  step.groups = one_group(4);
  step.operands = {sum, b}, step.results = {sum, integers};
  builder.collective(step, "all_reduce");
  builder.step(schedule::CopyStep{sum, out}, "copy");
  auto program = builder.load(*client);
  auto results = client->execute(
      *program, {put_each(*client, 4, {4}, [](int d) { return std::vector<float>(4, float(d)); }),
                 put_each(*client, 4, {2}, [](int d) { return std::vector<int>(2, 10 * d); })});
  for (int d = 0; d < 4; ++d) {
    EXPECT_EQ(get<float>(results[0][d]), std::vector<float>(4, 12.0f));
    EXPECT_EQ(get<int>(results[1][d]), std::vector<int>(2, 60));
  }
  EXPECT_EQ(program->traffic_counters(), std::vector<int64_t>{16 + 8});
}

TEST(Combine, NotANumberStays) {
  float nan = std::numeric_limits<float>::quiet_NaN();
  for (Reduction reduction : {Reduction::Min, Reduction::Max}) {
    float a[] = {nan, 1, 2}, b[] = {1, nan, 3};
    const void *sources[] = {a, b};
    combiner(DType::F32, reduction).reduce(a, sources, 2, 0, 3);
    EXPECT_TRUE(a[0] != a[0] && a[1] != a[1]);
    EXPECT_EQ(a[2], reduction == Reduction::Min ? 2 : 3);
  }
}

TEST(Combine, AnyNumberOfSourcesFromTheLeft) {
  constexpr int most = 19, n = 100;
  std::vector<std::vector<float>> values(most, std::vector<float>(n));
  std::vector<const void *> sources;
  std::mt19937 random(3);
  for (std::vector<float> &source : values) {
    for (float &x : source)
      x = static_cast<float>(random()) * 1e-9f - 1;
    sources.push_back(source.data());
  }
  for (int count = 1; count <= most; ++count) {
    std::vector<float> sum(n - 3);
    combiner(DType::F32, Reduction::Sum).reduce(sum.data(), sources.data(), count, 3, n - 3);
    for (int i = 3; i < n; ++i) {
      float expected = values[0][i];
      for (int k = 1; k < count; ++k)
        expected += values[k][i];
      ASSERT_EQ(sum[i - 3], expected) << count << " sources at " << i;
    }
  }
}

TEST(Combine, SixteenBitsRoundAsTheScalarConversionsDo) {
  for (DType dtype : {DType::BF16, DType::F16}) {
    const Combiner &entry = combiner(dtype, Reduction::Sum);
    std::mt19937 random(1);
    for (int i = 0; i < 10'000; ++i) {
      auto bits = static_cast<uint32_t>(random());
      float x, back;
      std::memcpy(&x, &bits, 4);
      uint16_t stored;
      entry.store(&stored, &x, 1);
      const void *source = &stored;
      entry.reduce(&back, &source, 1, 0, 1);
      if (x != x) {
        ASSERT_NE(back, back);
        continue;
      }
      ASSERT_EQ(stored, dtype == DType::BF16 ? to_bfloat16(x).bits : to_float16(x).bits) << x;
      ASSERT_EQ(back,
                dtype == DType::BF16 ? to_float(bfloat16{stored}) : to_float(float16{stored}));
    }
  }
}

TEST(Combine, StreamedCopiesAreExact) {
  std::vector<char> from(5000), to(5000);
  for (size_t i = 0; i < from.size(); ++i)
    from[i] = static_cast<char>(i * 7);
  for (int64_t offset : {0, 1, 63, 64})
    for (int64_t bytes : {0, 1, 255, 256, 300, 4097}) {
      std::fill(to.begin(), to.end(), 0);
      stream_copy(to.data() + offset, from.data() + 3, bytes);
      EXPECT_TRUE(std::equal(from.begin() + 3, from.begin() + 3 + bytes, to.begin() + offset));
      EXPECT_EQ(to[offset + bytes], 0);
    }
}

} // namespace
} // namespace brigade::runtime
