// A rectangle of device pixels, counted from the top left.
uniform vec4 rect;  // left, top, width, height
uniform vec2 canvas;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 at = (rect.xy + corner * rect.zw) / canvas * 2.0 - 1.0;
  gl_Position = vec4(at.x, -at.y, 0.0, 1.0);
}
