import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import { emitOpenapi } from "@trilho/contract";
import type { FastifyInstance } from "fastify";
import { READ, refuseOtherMethods } from "./refuse-early.ts";

/** `GET /openapi.json`: the document of the whole API, for anyone, revalidated by its ETag. */
export function serveOpenapi(app: FastifyInstance): void {
  refuseOtherMethods(app, "/openapi.json", READ);
  let made: { document: string; etag: string } | undefined;
  app.route({
    method: "GET",
    url: "/openapi.json",
    handler(request, reply) {
      made ??= makeDocument();
      const { document, etag } = made;
      reply.headers({
        etag,
        "cache-control": "public, no-cache",
        "access-control-allow-origin": "*",
        vary: "accept-encoding",
      });
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      return reply.type("application/json; charset=utf-8").send(document);
    },
  });
}

/** Made when it is first asked for, so that a start need not wait. */
function makeDocument(): { document: string; etag: string } {
  const document = JSON.stringify(emitOpenapi());
  return { document, etag: `"${createHash("sha256").update(document).digest("base64url").slice(0, 27)}"` };
}

/** The page's own files, and no other of the package's. */
const FILES = new Set(["/swagger-ui.css", "/swagger-ui-bundle.js", "/favicon-32x32.png"]);

/** `GET /docs`: a page to read and try the API with, made of this server's own files: it works without a network. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  const page = (url: string, type: string, content: string): void => {
    refuseOtherMethods(app, url, READ);
    app.get(url, (_, reply) => {
      reply.headers(PAGE_HEADERS).type(`${type}; charset=utf-8`).send(content);
    });
  };
  page("/docs", "text/html", PAGE);
  page("/docs/start.js", "text/javascript", START);
  await app.register(fastifyStatic, {
    root: join(dirname(createRequire(import.meta.url).resolve("@fastify/swagger-ui")), "static"),
    prefix: "/docs/assets/",
    index: false,
    allowedPath: (path) => FILES.has(path),
    maxAge: "1d",
  });
}

const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  // The page's library places elements through style attributes.
  "style-src": "'self' 'unsafe-inline'",
  // Pictures that an answer holds are shown from memory.
  "img-src": "'self' data: blob:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

const PAGE_HEADERS = {
  "content-security-policy": Object.entries(POLICY)
    .map(([name, value]) => `${name} ${value}`)
    .join("; "),
  "cache-control": "no-cache",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
};

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Trilho API</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
    <script src="/docs/assets/swagger-ui-bundle.js" defer></script>
    <script src="/docs/start.js" defer></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. The API's description is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <main id="docs"></main>
  </body>
</html>
`;

const START = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
