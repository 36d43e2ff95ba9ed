#!/usr/bin/env python3
"""Writes expected.inc: what JAX computes for the cases of these tests, and the inputs.

Usage: make_expected.py > expected.inc     (jax 0.10.2 and optax's formulas written out; default configuration)
"""
import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax, jax.numpy as jnp, numpy as np
from jax import lax, nn, random

rng = np.random.RandomState(7)
out = {}


def put(name, value):
    value = np.asarray(value)
    if value.dtype == jnp.bfloat16 or value.dtype == np.float16:
        value = value.astype(np.float32)
    out[name] = value


def f32(*shape):
    return rng.uniform(-2, 2, shape).astype(np.float32)


a, b, v = f32(3, 4), f32(3, 4), f32(4)
i = np.array([[7, -7, 5], [-5, 0, 3]], np.int32)
j = np.array([[2, 2, -3], [-3, 4, 3]], np.int32)
for name, value in dict(a=a, b=b, v=v, i=i, j=j).items():
    put("in." + name, value)

# --- elementwise
pos = np.abs(a) + 0.25
unit = a / 2.5
put("in.pos", pos)
put("in.unit", unit)
for name in "exp expm1 sin cos tan sinh cosh tanh arctan arcsinh exp2 cbrt floor ceil trunc round sign square abs".split():
    put("elementwise." + name, getattr(jnp, name)(a))
for name in "log log1p log2 log10 sqrt reciprocal".split():
    put("elementwise." + name, getattr(jnp, name)(pos))
put("elementwise.rsqrt", lax.rsqrt(pos))
put("elementwise.arccosh", jnp.arccosh(pos + 1))
for name in "arcsin arccos arctanh".split():
    put("elementwise." + name, getattr(jnp, name)(unit))
for name in "erf erfc erf_inv".split():
    put("elementwise." + name, getattr(lax, name)(unit))
put("elementwise.lgamma", lax.lgamma(pos))
put("elementwise.digamma", lax.digamma(pos))
for name in "add subtract multiply divide floor_divide remainder fmod maximum minimum arctan2 hypot logaddexp".split():
    put("elementwise." + name, getattr(jnp, name)(a, b))
put("elementwise.power", jnp.power(pos, b))
for name in "floor_divide remainder fmod divide maximum".split():
    put("elementwise.i_" + name, getattr(jnp, name)(i, j))
put("elementwise.cube", jnp.power(a, 3))
put("elementwise.inverse_square", jnp.power(a, -2))
put("elementwise.clip", jnp.clip(a, -0.5, 0.75))
put("elementwise.where", jnp.where(a > 0, a, v))

# --- reductions
for name in "sum prod mean var std max min argmax argmin cumsum cumprod".split():
    put("reduce." + name, getattr(jnp, name)(a))
    put("reduce." + name + "_0", getattr(jnp, name)(a, axis=0))
    put("reduce." + name + "_1", getattr(jnp, name)(a, axis=1))
put("reduce.var_ddof", jnp.var(a, axis=1, ddof=1, keepdims=True))
put("reduce.norm", jnp.linalg.norm(a))
put("reduce.bf16_mean", jnp.mean(a.astype(jnp.bfloat16), axis=0))
nan = np.array([[1, np.nan, 3], [4, 4, 2]], np.float32)
put("in.nan", nan)
put("reduce.nan_argmax", jnp.argmax(nan, axis=1))
put("reduce.nan_max", jnp.max(nan, axis=1))

# --- products
m, n = f32(2, 3, 4), f32(2, 4, 5)
put("in.m", m)
put("in.n", n)
put("product.matmul", jnp.matmul(m, n))
put("product.matmul_one_batch", jnp.matmul(m[:1], n))
put("product.matmul_matrix_batch", jnp.matmul(a, n))
put("product.matmul_batch_matrix", jnp.matmul(m, n[0]))
put("product.matmul_vector", jnp.matmul(m, v))
put("product.vector_matmul", jnp.matmul(v, n))
put("product.vector_vector", jnp.matmul(v, v))
put("product.dot", jnp.dot(m, n))
put("product.outer", jnp.outer(v, a[0]))
put("product.inner", jnp.inner(a, b))
put("product.tensordot", jnp.tensordot(m, n[0], 1))
for k, (s, ops) in enumerate([("ij,kj->ik", (a, b)), ("bij,bjk->bik", (m, n)), ("ij->ji", (a,)), ("ij->", (a,)),
                              ("ij,ij->i", (a, b)), ("...ij,...jk", (m, n)), ("bij,bjk,k->bi", (m, n, n[0, 0])),
                              ("ii->i", (a[:3, :3],)), ("i,j", (v, v)), ("bij,j->b", (m, v))]):
    put(f"einsum.{k}", jnp.einsum(s, *ops))

# --- structure
put("structure.transpose", jnp.transpose(m, (2, 0, 1)))
put("structure.swapaxes", jnp.swapaxes(m, 0, 2))
put("structure.moveaxis", jnp.moveaxis(m, 0, -1))
put("structure.roll", jnp.roll(a, 1, axis=1))
put("structure.roll_flat", jnp.roll(a, -2))
put("structure.flip", jnp.flip(a, 0))
put("structure.tile", jnp.tile(a, (2, 1, 2)))
put("structure.repeat", jnp.repeat(a, 2, axis=1))
put("structure.tril", jnp.tril(m, -1))
put("structure.triu", jnp.triu(a, 1))
put("structure.stack", jnp.stack([a, b], 1))
put("structure.concatenate", jnp.concatenate([a, b], -1))
put("structure.pad", jnp.pad(a, ((1, 0), (0, 2)), constant_values=5))
put("structure.diff", jnp.diff(a))
put("structure.linspace", jnp.linspace(-1.0, 2.0, 7))
put("structure.linspace_open", jnp.linspace(0.0, 1.0, 5, endpoint=False))
put("structure.arange", jnp.arange(3, -8, -3))
put("structure.arange_float", jnp.arange(0.5, 2.0, 0.25))
put("structure.eye", jnp.eye(3, 4, 1))

# --- indexing
x = np.arange(5 * 6 * 7, dtype=np.float32).reshape(5, 6, 7)
p = np.array([0, -1, 2], np.int32)
q = np.array([[1], [3]], np.int32)
put("in.x", x)
put("in.p", p)
put("in.q", q)
X = jnp.asarray(x)
put("index.integer", X[1])
put("index.negative", X[-2, 3])
put("index.slice", X[1:4, ::2, -3:])
put("index.backwards", X[::-2, 4:1:-1, 2])
put("index.newaxis", X[:, None, 2, ..., None])
put("index.rows", X[p])
put("index.columns", X[:, p, 1:3])
put("index.pairs", X[q, p])
put("index.apart", X[p, 1:3, p])
put("index.mixed", X[1:4, p, None, 0])
put("index.far", X[np.array([9, 1])])
put("index.scalar", X[jnp.int32(2), :, jnp.int32(-1)])
put("index.take", jnp.take(X, np.array([1, 9]), axis=1))
put("index.take_along", jnp.take_along_axis(X[0], np.array([[3, -1]] * 6), axis=1))
u = f32(3, 6, 7)
put("in.u", u)
put("at.set_static", X.at[1:4].set(u))
put("at.add_static", X.at[1:4, 2].add(1.5))
put("at.set_strided", X.at[::2, 1, ::3].set(-1.0))
put("at.mul_strided", X.at[::2, ::-1].multiply(2.0))
put("at.add_rows", X.at[np.array([1, 1, 4])].add(u))
put("at.set_rows", X.at[p].set(u))
put("at.min_pairs", X.at[q, p].min(u[0, 0]))
put("at.max_far", X.at[np.array([0, 9, 2])].max(u * 100))
put("at.mixed", X.at[1:4, p].multiply(u[:, :3, :]))

# --- nn
for name in "relu relu6 sigmoid silu softplus log_sigmoid elu leaky_relu softmax log_softmax logsumexp".split():
    put("nn." + name, getattr(nn, name)(a))
put("nn.gelu", nn.gelu(a))
put("nn.gelu_exact", nn.gelu(a, approximate=False))
put("nn.softmax_0", nn.softmax(a, axis=0))
labels = np.array([1, 3, 0], np.int32)
put("in.labels", labels)
put("nn.one_hot", nn.one_hot(labels, 4))
put("nn.cross_entropy", -jnp.take_along_axis(nn.log_softmax(a), labels[:, None], 1)[:, 0])
mean = a.mean(-1, keepdims=True)
put("nn.layer_norm", (a - mean) * lax.rsqrt(((a - mean) ** 2).mean(-1, keepdims=True) + 1e-6) * v + b[0])

# --- random
key = random.key(42)
put("random.key", random.key_data(key))
put("random.negative_key", random.key_data(random.key(-5)))
put("random.split", random.key_data(random.split(key, 3)))
put("random.fold_in", random.key_data(random.fold_in(key, 7)))
put("random.bits", random.bits(key, (3, 5)))
put("random.bits_u8", random.bits(key, (9,), "uint8"))
put("random.bits_u16", random.bits(key, (9,), "uint16"))
put("random.uniform", random.uniform(key, (2, 9)))
put("random.uniform_bf16", random.uniform(key, (9,), jnp.bfloat16))
put("random.uniform_f16", random.uniform(key, (9,), jnp.float16))
put("random.uniform_range", random.uniform(key, (9,), minval=-2.0, maxval=6.0))
put("random.normal", random.normal(key, (4, 50)))
put("random.randint", random.randint(key, (20,), -5, 1000))
put("random.randint_u8", random.randint(key, (20,), 0, 256, "uint8"))
put("random.randint_large", random.randint(key, (20,), -2147483648, 2147483647))
put("random.bernoulli", random.bernoulli(key, 0.3, (20,)))
put("random.permutation", random.permutation(key, 50))
put("random.permutation_one_round", random.permutation(key, 5))
put("random.permutation_rows", random.permutation(key, a))
put("random.permutation_long", np.asarray(random.permutation(key, 70000))[::5000])

# --- optimisers: two steps from a with gradients b, then a
def steps(init, update):
    params, state = jnp.asarray(a), init(a)
    for g in (b, a):
        up, state = update(jnp.asarray(g), state, params)
        params = params + up
    return params


def adam(decay=0.0):
    def update(g, s, params):
        c, mu, nu = s
        c, mu, nu = c + 1, 0.1 * g + 0.9 * mu, 0.001 * g * g + 0.999 * nu
        d = (mu / (1 - 0.9 ** jnp.int32(c))) / (jnp.sqrt(nu / (1 - 0.999 ** jnp.int32(c))) + 1e-8)
        return -0.01 * (d + decay * params), (c, mu, nu)
    return lambda p: (0, 0 * p, 0 * p), update


def momentum(nesterov):
    def update(g, t, _):
        t = g + 0.9 * t
        return -0.1 * (g + 0.9 * t if nesterov else t), t
    return lambda p: 0 * p, update


def clipped(g, s, _):
    norm = jnp.linalg.norm(g)
    return -0.1 * jnp.where(norm < 1.5, g, g / norm * 1.5), s


put("optim.sgd", steps(lambda p: (), lambda g, s, _: (-0.1 * g, s)))
put("optim.momentum", steps(*momentum(False)))
put("optim.nesterov", steps(*momentum(True)))
put("optim.adam", steps(*adam()))
put("optim.adamw", steps(*adam(0.01)))
put("optim.clipped_sgd", steps(lambda p: (), clipped))

# --- promotion: every pair, then with a weak integer and a weak float. 64 bits come out only where they went in.
names = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 bfloat16 float16 float32 float64".split()
with jax.enable_x64(True):
    def position(result, operands):
        name = jnp.dtype(result).name
        wide = [d for d in operands if "64" in d]
        if name == "float64" and "float64" not in wide:
            name = "float32"
        if name in ("int64", "uint64") and not wide:
            name = name.replace("64", "32")
        return names.index(name)
    put("promotion.table", [[position(jnp.promote_types(s, t), (s, t)) for t in names] for s in names])
    weak = [[position((jnp.ones((), s) + w).dtype, (s,)) for w in (1, 1.0)] for s in names]
    put("promotion.weak", weak)


def literal(x):
    if x != x:
        return "NAN"
    if abs(x) == np.inf:
        return "INFINITY" if x > 0 else "-INFINITY"
    return f"{x:.9g}" if isinstance(x, float) else str(x)


for name, value in out.items():
    wide = value.astype(np.float64 if value.dtype.kind == "f" else np.int64)
    values = ", ".join(literal(x) for x in wide.ravel().tolist())
    shape = ", ".join(map(str, value.shape))
    print(f'{{"{name}", {{{{{shape}}}, {{{values}}}}}}},')
