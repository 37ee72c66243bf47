uniform vec4 colour;
out vec4 ink;
void main() { ink = colour; }
