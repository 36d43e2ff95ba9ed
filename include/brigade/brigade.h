#pragma once

/// All of Brigade.

#include "brigade/array.h"
#include "brigade/data.h"
#include "brigade/device_put.h"
#include "brigade/devices.h"
#include "brigade/grad.h"
#include "brigade/jacobian.h"
#include "brigade/jit.h"
#include "brigade/lax.h"
#include "brigade/literal.h"
#include "brigade/nn.h"
#include "brigade/npy.h"
#include "brigade/numpy.h"
#include "brigade/operators.h"
#include "brigade/optim.h"
#include "brigade/pmap.h"
#include "brigade/random.h"
#include "brigade/tree.h"
#include "brigade/vmap.h"
