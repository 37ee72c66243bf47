// One square per point, large enough for its shape and rim.
layout(location = 0) in vec3 place;   // x, y from the top left, radius; device pixels
layout(location = 1) in vec4 colour;
layout(location = 2) in vec2 look;    // shape, width of a hollow point's ring
uniform vec2 canvas;

flat out vec3 at;
flat out vec4 own;
flat out vec2 form;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 pixel = place.xy + corner * (1.6 * place.z + 2.0);
  vec2 clip = pixel / canvas * 2.0 - 1.0;
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
  at = place;
  own = colour;
  form = look;
}
