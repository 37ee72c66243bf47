// The colour of a value; the same arithmetic as Colouriser in app/widgets/colour_maps.cpp.
uniform sampler2D colours;  // 256 x 1
uniform int norm;           // 0 linear, 1 square root, 2 logarithm
uniform int diverging;
uniform float offset;
uniform float factor;
uniform vec3 paper;    // values without a logarithm
uniform vec3 missing;  // not a number

vec3 colourOf(float value) {
  if (isnan(value)) return missing;
  if (norm == 2) {
    if (value <= 0.0) return paper;
    value = log2(value);
  }
  float t = clamp((value - offset) * factor, 0.0, 1.0);
  if (norm == 1) {
    float d = 2.0 * t - 1.0;
    t = diverging != 0 ? 0.5 + 0.5 * sign(d) * sqrt(abs(d)) : sqrt(t);
  }
  float at = t * 255.0;
  int i = min(int(at), 254);
  return mix(texelFetch(colours, ivec2(i, 0), 0).rgb, texelFetch(colours, ivec2(i + 1, 0), 0).rgb, at - float(i));
}
