// Image: which class a small grey picture belongs to, pixel by pixel (in the Long Range Arena CIFAR-10). Pictures come
// from a folder with a folder for each class, or from an .npz of images (examples × height × width, with or without
// colours) and labels; without either they are made up: stripes, checks and rings under noise.
#pragma once

#include "train/task.h"

namespace omega::train {

Task image_task();

}  // namespace omega::train
