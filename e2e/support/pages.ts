import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Where the built page is that embeds the editor. */
export const EMBED_EXAMPLE = fileURLToPath(new URL("../../examples/embed/dist/", import.meta.url));
/** Where the editor is as a page of static files. */
export const PLAYGROUND = fileURLToPath(new URL("../../apps/editor/playground/dist/", import.meta.url));

export interface Served {
  url: string;
  stop(): Promise<void>;
}

/** Serves the files of a folder on a free port, below a path, as a web server that knows nothing of us would. */
export async function serveFolder(folder: string, below = "/"): Promise<Served> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.slice(below.length);
    const file = normalize(join(folder, path === "" || path.endsWith("/") ? `${path}index.html` : path));
    if (!pathname.startsWith(below) || !file.startsWith(normalize(folder).replace(/[\\/]?$/, sep))) {
      response.writeHead(403).end();
      return;
    }
    readFile(file).then(
      (content) => response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "" }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${below}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
