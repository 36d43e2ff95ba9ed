"""Writes tests/data/jax/*.mlir: programs as JAX prints them, for tests of reading and printing.

Run with JAX 0.10 (CPU); the output depends on nothing else:

    python make_jax_programs.py [FOLDER]
"""

import os
import pathlib
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.scipy import special
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

F32 = jax.ShapeDtypeStruct((4, 8), jnp.float32)
PROGRAMS = {}


def program(*arguments, name=None, **jit_options):
    """Registers the decorated function under its name, to be lowered for `arguments`."""

    def register(f):
        PROGRAMS[name or f.__name__] = jax.jit(f, **jit_options).lower(*arguments).as_text
        return f

    return register


def array(*shape, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype)


@program(F32)
def unary_float(x):
    return [
        jnp.abs(x), lax.cbrt(x), jnp.ceil(x), jnp.cos(x), jnp.exp(x), jnp.expm1(x), jnp.floor(x), jnp.isfinite(x),
        jnp.log(x), jnp.log1p(x), lax.logistic(x), -x, lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO), jnp.round(x),
        lax.rsqrt(x), jnp.sign(x), jnp.sin(x), jnp.sqrt(x), jnp.tan(x), jnp.tanh(x), lax.reduce_precision(x, 5, 10),
        x.astype(jnp.bfloat16), x.astype(jnp.float16), x.astype(jnp.int32), x > 0, lax.bitcast_convert_type(x, jnp.uint32),
        lax.bitcast_convert_type(x, jnp.uint8),
    ]


@program(array(5, dtype=jnp.int32), array(5, dtype=jnp.uint8), array(5, dtype=jnp.bool_))
def integers(i, u, b):
    return [
        lax.population_count(i), lax.clz(u), ~i, ~b, i & 3, i | 1, i ^ i, b & b, b | b, b ^ b, i << 2, i >> 1, u >> 1,
        lax.shift_right_logical(i, i), i // 3, i % 3, lax.rem(u, u), lax.div(i, i), abs(i), lax.sign(i), i**2, u + u,
        jnp.maximum(u, 3), i == 2, i != 2, i < 2, u >= 2, b == b, b.astype(jnp.float32), u.astype(jnp.int8),
    ]


@program(F32, F32)
def binary_float(x, y):
    return [
        x + y, x - y, x * y, x / y, jnp.maximum(x, y), jnp.minimum(x, y), x**y, lax.rem(x, y), jnp.arctan2(x, y),
        jnp.where(x > y, x, y), lax.clamp(0.0, x, 1.0), lax.clamp(x, y, x), lax.select(x < y, x, y), x <= y, x != y,
    ]


@program(F32)
def chlo_functions(x):
    return [
        jnp.arccos(x), jnp.arccosh(x), jnp.arcsin(x), jnp.arcsinh(x), jnp.arctan(x), jnp.arctanh(x), jnp.cosh(x),
        jnp.sinh(x), special.erf(x), special.erfc(x), lax.erf_inv(x), special.gammaln(x), special.digamma(x), lax.square(x),
    ]


@program(F32)
def structure(x):
    return [
        x.T, x.reshape(32), x[1:3, ::2], x[:, ::-1], jnp.concatenate([x, x, x[:, :1]], 1), jnp.stack([x, x]),
        lax.pad(x, 0.0, [(1, -1, 0), (0, 2, 3)]), jnp.arange(6), lax.broadcasted_iota(np.uint32, (2, 3), 1),
        jnp.broadcast_to(x[0], (2, 8)), jnp.zeros((0, 3)), x + np.arange(8, dtype=np.float32),
        jnp.asarray(np.array([[True, False], [True, True]])), jnp.asarray(np.arange(200, dtype=np.int16)),
    ]


@program(array(2, 4, 8), array(2, 8, 3), array(8))
def contraction(a, b, v):
    return [
        a @ b, jnp.einsum("bij,bjk->bki", a, b), a @ v, v @ v, jnp.outer(v, v), lax.dot(v, v, precision="highest"),
        lax.dot_general(a.astype(jnp.bfloat16), b.astype(jnp.bfloat16), (((2,), (1,)), ((0,), (0,))),
                        preferred_element_type=jnp.float32),
    ]


@program(F32, array(3, 4, dtype=jnp.bool_))
def reductions(x, b):
    return [
        x.sum(), x.sum(1), x.max(0), x.min(), x.prod(1), b.any(), b.all(0), x.mean(1), jnp.argmax(x, 0), jnp.argmin(x),
        jax.nn.softmax(x), jax.nn.logsumexp(x, 1), x.astype(jnp.bfloat16).sum(), x.var(0),
    ]


@program(F32, array(2, dtype=jnp.int32), array(3, 2, dtype=jnp.int32))
def indexing(x, i, j):
    return [
        x[i], x[:, i], x[i, i], x.at[i].add(1.0), x.at[i].set(2.0), x.at[i, i].max(3.0), x.at[1].multiply(2.0),
        x[j[:, 0], j[:, 1]], jnp.take_along_axis(x, jnp.argmax(x, 1, keepdims=True), 1), x[i[0]],
        lax.dynamic_slice(x, (i[0], i[1]), (2, 2)), lax.dynamic_update_slice(x, x[:2], (i[0], 0)),
        jax.vmap(lambda row, at: row[at])(x, jnp.arange(4)),
    ]


@program(F32)
def control(x):
    def step(i, v):
        return v * 2.0 + x[i]

    loop = lax.fori_loop(0, 3, step, x)
    until = lax.while_loop(lambda s: s[0].sum() < 100.0, lambda s: (s[0] * 2.0, s[1] + 1), (x, 0))
    carry, rows = lax.scan(lambda c, row: (c + row, c.sum()), x[0], x)
    return loop, until, carry, rows, lax.optimization_barrier((x, x + 1.0))


@program(array(8, 8), array(8))
def random_and_grad(w, x):
    def loss(w):
        return jnp.tanh(w @ x).sum()

    key = jax.random.key(0)
    return jax.value_and_grad(loss)(w), jax.random.normal(key, (3,)), jax.random.split(key)[0].shape


@program(F32, F32, donate_argnums=0)
def donation(x, y):
    return x + y


@program(F32)
def checkpointed(x):
    return jax.grad(lambda x: jax.checkpoint(lambda v: jnp.sin(jnp.sin(v)))(x).sum())(x)


MESH = jax.make_mesh((2, 4), ("x", "y"), axis_types=(AxisType.Auto,) * 2)


def on_mesh(*axes):
    return NamedSharding(MESH, P(*axes))


@program(array(16, 16), array(16, 16), in_shardings=(on_mesh(("x", "y")), on_mesh(None, "y")),
         out_shardings=on_mesh("x", "y"), donate_argnums=0)
def sharded(x, w):
    h = lax.with_sharding_constraint(jnp.tanh(x @ w), on_mesh("x", P.UNCONSTRAINED))
    return lax.with_sharding_constraint(h @ w.T, on_mesh(P.UNCONSTRAINED, ("y", "x"))) + x


@program(array(16, 16))
def shard_mapped(x):
    def body(x):
        i = lax.axis_index("y")
        return (
            lax.psum(x, "y"), lax.psum(x, ("x", "y")), lax.pmax(x, "x"), lax.all_gather(x, "y", tiled=True),
            lax.psum_scatter(x, "x", scatter_dimension=1, tiled=True), lax.ppermute(x, "y", [(0, 1), (1, 2)]),
            lax.all_to_all(x, "y", 0, 0, tiled=True) + i,
        )

    whole = P("x", "y")
    out = (whole, P(), whole, P("x"), P(None, ("y", "x")), whole, whole)
    return jax.shard_map(body, mesh=MESH, in_specs=whole, out_specs=out, check_vma=False)(x)


@program(array(16, 16))
def partly_manual(x):
    def body(x):
        return lax.psum(x * 2.0, "x")

    return jax.shard_map(body, mesh=MESH, in_specs=P("x", None), out_specs=P(None, None), axis_names={"x"})(x)


PROGRAMS["pmapped"] = jax.pmap(lambda x: x / lax.psum(x, "i"), axis_name="i").lower(array(8, 2)).as_text


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "jax")
    folder.mkdir(exist_ok=True)
    for name, text in PROGRAMS.items():
        (folder / f"{name}.mlir").write_text(text())
    # One with locations, as frameworks that keep them print it.
    located = jax.jit(lambda x, y: jnp.sin(x).sum() * y).lower(F32, F32).as_text(debug_info=True)
    (folder / "located.mlir").write_text(located.replace(str(pathlib.Path(__file__)), "make_jax_programs.py"))


if __name__ == "__main__":
    main()
