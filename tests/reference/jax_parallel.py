"""Programs over a mesh of 2 x 4 devices: shard_map with each collective, in loops, with axes left to the compiler, and pmap.

Needs 8 CPU devices: XLA_FLAGS=--xla_force_host_platform_device_count=8 before JAX is imported.
"""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((2, 4), ("x", "y"), axis_types=(AxisType.Auto, AxisType.Auto))


def shard_map(f, in_specs, out_specs, **options):
    return jax.shard_map(f, mesh=MESH, in_specs=in_specs, out_specs=out_specs, **options)


def shift(v, axis, size):
    return lax.ppermute(v, axis, [(i, (i + 1) % size) for i in range(size)])


def ring_sum(v):
    """The sum over "y" by passing pieces round; the number of turns is known to all."""
    def turn(_, state):
        passed, total = state
        passed = shift(passed, "y", 4)
        return passed, total + passed
    return lax.fori_loop(0, 3, turn, (v, v))[1]


def until_small(v):
    """A loop whose condition holds for all devices at once, by a collective in it."""
    def condition(state):
        return lax.pmax(jnp.max(jnp.abs(state)), ("x", "y")) > 1.0
    return lax.while_loop(condition, lambda state: state * 0.5, v)


def loss_gradient(w, x):
    def loss(w, x):
        return lax.pmean(jnp.mean(jnp.tanh(x @ w) ** 2), "x")
    return jax.grad(loss)(w, x)


def constrained(v):
    v = lax.with_sharding_constraint(jnp.sin(v), NamedSharding(MESH, P("x", "y")))
    return v @ v.T


def cases():
    """(name, function, arguments)"""
    x = np.random.RandomState(0).randn(8, 8).astype(np.float32)
    n = np.arange(64, dtype=np.int32).reshape(8, 8)
    both, rows = P("x", "y"), P("x", None)
    return [
        ("psum", shard_map(lambda v: lax.psum(v, "y"), both, rows), (x,)),
        ("psum_both", shard_map(lambda v: lax.psum(v, ("x", "y")), both, P()), (x,)),
        ("psum_integers", shard_map(lambda v: lax.psum(v, ("y", "x")), both, P()), (n,)),
        ("pmean", shard_map(lambda v: v - lax.pmean(v, "x"), both, both), (x,)),
        ("pmax_pmin", shard_map(lambda v: (lax.pmax(v, "y"), lax.pmin(v, "x")), both, (rows, P(None, "y"))), (x,)),
        ("all_gather", shard_map(lambda v: lax.all_gather(v, "y"), both, P(None, "x", None), check_vma=False), (x,)),
        ("all_gather_tiled", shard_map(lambda v: lax.all_gather(v, "x", axis=1, tiled=True), both, P(None, "y"),
                                       check_vma=False), (x,)),
        ("psum_scatter", shard_map(lambda v: lax.psum_scatter(v, "y", scatter_dimension=0, tiled=True), rows, P(("x", "y"), None)), (x,)),
        ("all_to_all", shard_map(lambda v: lax.all_to_all(v, "y", 0, 1, tiled=True), both, P(("x", "y"), None)), (x,)),
        ("all_to_all_untiled", shard_map(lambda v: lax.all_to_all(v, "y", 0, 0), P("x", None), P("x", "y"), check_vma=False), (x,)),
        ("ppermute", shard_map(lambda v: shift(v, "y", 4), both, both), (x,)),
        ("ppermute_some", shard_map(lambda v: lax.ppermute(v, "x", [(0, 1)]), both, both), (x,)),
        ("axis_index", shard_map(lambda v: v + lax.axis_index("y") * 10 + lax.axis_index("x"), both, both), (n,)),
        ("axis_index_of_both", shard_map(lambda v: v + lax.axis_index(("y", "x")), both, both), (n,)),
        ("ring_sum", shard_map(ring_sum, both, both), (x,)),
        ("until_small", shard_map(until_small, both, both), (x * 100,)),
        ("gradient", shard_map(loss_gradient, (P(), rows), P()), (x, x)),
        ("one_manual_axis", shard_map(lambda v: (lax.psum(v, "x") * 2)[::-1], rows, P(), axis_names={"x"}), (x,)),
        ("matmul_reduce", shard_map(lambda a, b: lax.psum(a @ b, "y"), (P(None, "y"), P("y", None)), P()), (x, x)),
        ("constraint", constrained, (x,)),
        ("pmap", jax.pmap(lambda v: v - lax.pmean(v, "i"), "i"), (x,)),
        ("pmap_unnamed", jax.pmap(lambda v, w: v * w, in_axes=(0, None)), (x, np.float32(3))),
        ("bf16_psum", shard_map(lambda v: lax.psum(v, "y"), both, rows), (x.astype(jnp.bfloat16),)),
    ]
