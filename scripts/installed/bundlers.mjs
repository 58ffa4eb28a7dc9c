import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import { once } from "node:events";
import { extname, join } from "node:path";
import { HOST, packagesOf, REACT, tryHost } from "./host.mjs";
import { makeProject, run } from "./project.mjs";

const MAIN = `import "@trilho/editor/style.css";
import { createRoot } from "react-dom/client";
import { Host } from "./host";

createRoot(document.getElementById("root")!).render(<Host />);
`;
const page = (script, style) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Host</title>${style ? `<link rel="stylesheet" href="${style}">` : ""}</head>
<body><div id="root"></div><script type="module" src="${script}"></script></body>
</html>`;

const WEBPACK = `export default {
  mode: "production",
  entry: "./main.tsx",
  output: { path: import.meta.dirname + "/webpack", filename: "main.js" },
  resolve: { extensions: [".tsx", ".js"] },
  performance: { hints: false },
  module: {
    rules: [
      { test: /\\.tsx$/, loader: "esbuild-loader", options: { jsx: "automatic" } },
      { test: /\\.css$/, use: ["style-loader", "css-loader"] },
    ],
  },
};
`;

/** Each one's packages, how it builds main.tsx into the folder of its name, and whether it makes files of workers. */
const BUNDLERS = {
  vite: { packages: ["vite@8.4.0"], args: ["vite", "build", "--outDir", "vite"], workers: true },
  webpack: {
    packages: [
      "webpack@5.113.0",
      "webpack-cli@7.3.1",
      "esbuild-loader@4.5.0",
      "css-loader@7.1.5",
      "style-loader@4.0.0",
    ],
    args: ["webpack"],
    workers: true,
  },
  esbuild: {
    packages: ["esbuild@0.28.2"],
    args: ["esbuild", "main.tsx", "--bundle", "--splitting", "--format=esm", "--jsx=automatic", "--outdir=esbuild"],
    workers: false,
  },
};
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
const CONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2023", "dom"],
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    types: [],
  },
  files: ["host.tsx"],
};

/** Serves a folder's files while `visit` is at them. */
async function whileServed(folder, visit) {
  const server = createServer(async ({ url }, response) => {
    const file = join(folder, url === "/" ? "index.html" : url);
    const content = await readFile(file).catch(() => null);
    response.writeHead(content === null ? 404 : 200, { "content-type": TYPES[extname(file)] ?? "" }).end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await visit(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The editor in a page of each bundler; its types are read by the oldest and the newest TypeScript. */
export async function checkBundlers({ folder, tarballs }) {
  const compilers = ["5.4", "6.0"].map((version) => `typescript-${version}@npm:typescript@~${version}.0`);
  const more = [...REACT, "@types/react@19.3.0", "@types/react-dom@19.3.0", ...compilers];
  const tools = Object.values(BUNDLERS).flatMap(({ packages }) => packages);
  const path = makeProject(folder, "bundlers", [...packagesOf(tarballs), ...more, ...tools], {
    "host.tsx": HOST,
    "main.tsx": MAIN,
    "index.html": page("/main.tsx"),
    "webpack.config.mjs": WEBPACK,
    "tsconfig.json": JSON.stringify(CONFIG),
  });
  for (const version of ["5.4", "6.0"])
    run(path, process.execPath, join(path, `node_modules/typescript-${version}/bin/tsc`), "-p", ".");
  for (const [name, { args, workers }] of Object.entries(BUNDLERS)) {
    run(path, "npx", ...args);
    if (name === "webpack") writeFileSync(join(path, "webpack/index.html"), page("main.js"));
    if (name === "esbuild") writeFileSync(join(path, "esbuild/index.html"), page("main.js", "main.css"));
    const didWork = await whileServed(join(path, name), (url) => tryHost(name, url));
    assert.equal(didWork, workers, `${name}: workers did the work`);
  }
  return `the editor in pages of ${Object.keys(BUNDLERS).join(", ")}`;
}
