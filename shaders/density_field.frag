// Values on a grid, interpolated between its nodes and coloured; grid coordinates come from the pixel alone.
uniform sampler2D values;
uniform vec2 origin;  // grid coordinates of the middle of the top left pixel
uniform vec2 perPixel;  // to the right and down
uniform ivec2 size;   // of the grid
uniform int height;

out vec4 ink;

void main() {
  vec2 pixel = vec2(gl_FragCoord.x - 0.5, float(height) - gl_FragCoord.y - 0.5);
  vec2 at = origin + pixel * perPixel;
  if (!(all(greaterThanEqual(at, vec2(0.0))) && all(lessThanEqual(at, vec2(size - 1))))) discard;
  ivec2 node = min(ivec2(at), size - 2);
  vec2 t = at - vec2(node);
  float left = mix(texelFetch(values, node, 0).r, texelFetch(values, node + ivec2(0, 1), 0).r, t.y);
  float right = mix(texelFetch(values, node + ivec2(1, 0), 0).r, texelFetch(values, node + ivec2(1, 1), 0).r, t.y);
  ink = vec4(colourOf(mix(left, right, t.x)), 1.0);
}
