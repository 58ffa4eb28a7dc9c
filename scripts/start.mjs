// The README's first command: installs and builds what is missing or changed, then is the server.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Trilho needs Node.js 20.19 or later; this is ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}
const { install } = await import("./install.mjs");
await install();
const { buildProduct } = await import("./build.mjs");
await buildProduct();
await import("../apps/server/dist/bundle/main.js");
