import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Failure } from "../service/outcome.ts";
import { sendFailure } from "./answers/errors.ts";

const NO_SUCH_PAGE: Failure = { code: "NOT_FOUND", message: "There is nothing at this address." };

/**
 * Serves the built editor at `/`: its own routes fall back to index.html, hashed assets never expire. Without a build
 * every such address is a plain 404.
 */
export async function serveEditor(app: FastifyInstance, editorDir: string | undefined): Promise<void> {
  const index = editorDir === undefined ? null : join(resolve(editorDir), "index.html");
  const built = index !== null && existsSync(index);
  if (built && editorDir !== undefined) {
    const security = pageHeaders(readFileSync(index, "utf8"));
    await app.register(fastifyStatic, {
      root: resolve(editorDir),
      cacheControl: false,
      preCompressed: true,
      setHeaders(response, path) {
        response.setHeader("cache-control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
        response.setHeader("vary", "accept-encoding");
        for (const [name, value] of Object.entries(security)) response.setHeader(name, value);
      },
    });
  }
  app.setNotFoundHandler((request, reply) =>
    built && wantsPage(request) ? sendIndex(request, reply) : sendFailure(reply, NO_SUCH_PAGE),
  );
}

/** The addresses that the editor has screens for; at any other its page says that there is nothing. */
const SCREENS =
  /^\/(?:outbox|runs|interactions|deals(?:\/[^/]+)?|contacts(?:\/[^/]+)?|automations(?:\/[^/]+(?:\/(?:flow|runs(?:\/[^/]+)?|deals\/[^/]+))?)?)?\/?$/;

const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "";

const sendIndex = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(SCREENS.test(pathOf(request)) ? 200 : 404).sendFile("index.html");

/** A person's browser opening one of the editor's own addresses, not a script asking for a file that is gone. */
function wantsPage(request: FastifyRequest): boolean {
  const { method, headers } = request;
  const path = pathOf(request);
  return (
    (method === "GET" || method === "HEAD") &&
    (headers.accept ?? "").includes("text/html") &&
    path !== "/api" &&
    !path.startsWith("/api/")
  );
}

/** Vite puts a hash of the content into the names under `assets/`. */
const isHashed = (path: string): boolean => /[\\/]assets[\\/].*-[\w-]{8,}(?:\.\w+)+$/.test(path);

/** The page may run its own scripts only, and talk to any service that speaks the contract. */
function pageHeaders(html: string): Record<string, string> {
  const policy = {
    "default-src": "'self'",
    "script-src": ["'self'", ...inlineScriptHashes(html)].join(" "),
    // Libraries of the editor place elements through style attributes and style elements.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob: https:",
    "font-src": "'self' data:",
    "connect-src": "'self' https: http://localhost:* http://127.0.0.1:*",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return {
    "content-security-policy": Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
  };
}

/** Scripts written into the built page itself, such as one that sets the theme before the first paint. */
function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script, "utf8").digest("base64")}'`,
  );
}
