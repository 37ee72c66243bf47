// An image of the size of the canvas, premultiplied.
uniform sampler2D image;
uniform int height;
out vec4 ink;
void main() { ink = texelFetch(image, ivec2(int(gl_FragCoord.x), height - 1 - int(gl_FragCoord.y)), 0); }
