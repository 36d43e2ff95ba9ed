#pragma once

#include "schedule/schedule.h"

#include <string>

namespace brigade::schedule {

/// What is wrong with a program, or "". A program that passes cannot make the runtime read or write
/// outside its memory, as far as sizes and ids say so. Checked:
///
/// - ids are in range; sharing 0 has each device alone; groups are numbered in the order of their
/// first members;
/// - arena buffers begin at multiples of 64 and end within their arena; buffers hold their shape;
/// - arguments, results and constants have the dtype and shape of their buffers; each Result buffer
/// belongs to the result
///   of its index; a donated argument is an argument that may be donated;
/// - steps write to Arena and Result buffers of the step's own sharing; kernels have grains of at
/// least 1;
/// - a collective's groups cover the positions once, its shapes fit, its operands and results do
/// not overlap, except that an
///   all_reduce may replace its operand;
/// - branches and jumps are of sharing 0 and go to a step or to the end;
/// - Program::traffic has one entry a CollectiveStep, in the order of the steps.
std::string check(const Program &program);

} // namespace brigade::schedule
