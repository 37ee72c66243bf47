// The same distances as spriteDistance() in app/widgets/field_picture.cpp.
flat in vec3 at;
flat in vec4 own;
flat in vec2 form;
uniform vec3 halo;
uniform int height;

out vec4 ink;

float fiveStarDistance(vec2 d, float r) {
  vec2 p = vec2(abs(d.x), -d.y);
  for (float side = 1.0; side > -2.0; side -= 2.0) {
    float over = 2.0 * max(0.0, side * 0.80902 * p.x - 0.58779 * p.y);
    p += over * vec2(-side * 0.80902, 0.58779);
  }
  float top = p.y - 1.5413 * r;
  return max(top, 0.92333 * abs(p.x) + 0.38404 * top);
}

float wideBarsDistance(vec2 a, float r) {
  return max(max(a.x, a.y) - 1.0233 * r, min(a.x, a.y) - 0.5117 * r);
}

float distanceTo(int shape, vec2 d, float r) {
  vec2 a = abs(d);
  if (shape == 0) return length(d) - r;
  if (shape == 1) return max(a.x, a.y) - 0.8862 * r;
  if (shape == 2) return (a.x + a.y - 1.2533 * r) * 0.70711;
  if (shape == 3) return max(d.y, 0.86603 * a.x - 0.5 * d.y) - 0.7776 * r;
  if (shape == 4) return max((a.x + a.y) * 0.70711 - 1.25 * r, abs(a.x - a.y) * 0.70711 - 0.36 * r);
  if (shape == 7) return max(-d.y, 0.86603 * a.x + 0.5 * d.y) - 0.7776 * r;
  if (shape == 8) return fiveStarDistance(d, r);
  if (shape == 9) return wideBarsDistance(a, r);
  if (shape == 10) return wideBarsDistance(vec2(a.x + a.y, abs(a.x - a.y)) * 0.70711, r);
  float u = max(a.x, a.y), v = min(a.x, a.y);
  if (shape == 5) return max(u - 1.25 * r, v - 0.36 * r);
  u -= 1.6 * r;
  return max(u, (0.4909 * u + 1.1091 * v) / 1.2129);
}

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, float(height) - gl_FragCoord.y);
  float d = distanceTo(int(form.x), pixel - at.xy, at.z);
  bool hollow = form.y > 0.0;
  if (hollow) d = abs(d + 0.5 * form.y) - 0.5 * form.y;
  float inner = clamp(0.5 - d, 0.0, 1.0);
  float outer = hollow ? inner : clamp(1.5 - d, 0.0, 1.0);
  if (outer <= 0.0) discard;
  ink = vec4(hollow ? own.rgb : mix(halo, own.rgb, inner), outer * own.a);
}
