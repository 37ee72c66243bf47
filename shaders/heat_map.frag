// One layer of a heat map. Which block a pixel shows was decided on the processor, for both painters alike.
uniform sampler2D values;   // a window of the blocks of a tile
uniform isampler2D blocks;  // row 0: block column of each pixel column; row 1: block row of each pixel row; -1: none
uniform ivec2 first;        // the block at texel (0, 0)
uniform int height;         // of the canvas; pixel rows count from the top

out vec4 ink;

void main() {
  ivec2 pixel = ivec2(int(gl_FragCoord.x), height - 1 - int(gl_FragCoord.y));
  int column = texelFetch(blocks, ivec2(pixel.x, 0), 0).r;
  int row = texelFetch(blocks, ivec2(pixel.y, 1), 0).r;
  if (column < 0 || row < 0) discard;
  float value = texelFetch(values, ivec2(column, row) - first, 0).r;
  if (isinf(value) && value < 0.0) discard;  // no cell
  ink = vec4(colourOf(value), 1.0);
}
