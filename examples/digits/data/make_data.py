#!/usr/bin/env python3
"""Makes digits.npy and order.npy from the CSV that scikit-learn carries.

Usage: make_data.py FOLDER       (needs numpy and scikit-learn)

digits.npy: u8[1797, 65], 64 pixels of 0 to 16, then the label. order.npy: u16[1797], a permutation drawn with seed 0; the
last fifth of it, 359 images, is held out.
"""
import pathlib
import sys

import numpy as np
from sklearn.datasets import load_digits

folder = pathlib.Path(sys.argv[1])
digits = load_digits()
table = np.concatenate([digits.data, digits.target[:, None]], axis=1).astype(np.uint8)
np.save(folder / "digits.npy", table)
np.save(folder / "order.npy", np.random.RandomState(0).permutation(len(table)).astype(np.uint16))
