// What the tests of canvases share: data with a known shape, and comparing pictures.
#pragma once

#include <QImage>
#include <QString>
#include <cmath>
#include <vector>

#include "widgets/density_scene.h"
#include "widgets/map_source.h"

struct ImageDifference {
  int largest = 0;    // of any channel
  double beyond = 0;  // share of pixels that differ by more than 2 in a channel
};

// Of two colours, in the channel that differs most.
int offBy(QRgb a, QRgb b);

ImageDifference difference(const QImage& a, const QImage& b);

// Where OMEGASCOPE_TEST_PICTURES names a folder, the picture is kept there.
void keep(const QImage& image, const QString& name);

// A softmax-like matrix: rows sum to 1, with peaks and long tails; no two neighbours alike.
std::vector<float> attentionLike(int rows, int columns, int seed = 1);

// The log density of three Gaussians in the plane, points of all shapes, ellipses and an arrow.
omegascope::DensityScene exampleScene(bool dark, int nodes = 129);
