import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { API_PREFIX, emitOpenapi, ROUTES, type Route } from "@trilho/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../app/testing/test-app.ts";

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
ajvFormats.default(ajv);

interface Described {
  responses: Record<string, { content: Record<string, { example?: unknown }> }>;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe("/openapi.json", () => {
  it("is read without a key, by pages of any origin, and revalidated by its ETag", async () => {
    const first = await app.call("GET", "/openapi.json");
    expect(first.status).toBe(200);
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    const etag = first.headers.get("etag") ?? "";
    const second = await app.call("GET", "/openapi.json", { headers: { "if-none-match": etag } });
    expect([second.status, second.body]).toEqual([304, ""]);
    const other = await app.call("GET", "/openapi.json", { headers: { "if-none-match": '"another"' } });
    expect([other.status, other.body]).toEqual([200, first.body]);
    for (const { headers } of [first, second]) expect(headers.get("cache-control")).toBe("public, no-cache");
    expect(first.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  it("has every route of the table at the address where it is served", async () => {
    const { body } = await app.call("GET", "/openapi.json");
    expect(body.servers[0].url).toBe(API_PREFIX);
    const described = Object.entries<object>(body.paths).flatMap(([path, item]) =>
      Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    const routes = Object.values(ROUTES).map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(routes.toSorted());
  });

  it("shows an answer to every request that has one, as the schema of the answer allows it", () => {
    const { paths } = emitOpenapi() as unknown as { paths: Record<string, Record<string, Described>> };
    for (const [id, { path, method, success }] of Object.entries(ROUTES) as [string, Route][]) {
      if (success.schema === null || success.binary) continue;
      const shown = paths[path]?.[method.toLowerCase()]?.responses[success.status]?.content["application/json"];
      ajv.validate(success.schema, shown?.example);
      expect(ajv.errorsText(), id).toBe("No errors");
    }
  });

  it("is found without errors by Redocly's linter", async () => {
    const folder = mkdtempSync(join(tmpdir(), "trilho-openapi-"));
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify((await app.call("GET", "/openapi.json")).body));
    const redocly = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [redocly, "lint", "--format=json", file], {
      env,
      cwd: folder,
    }).catch((failed: { stdout: string; stderr: string }) => failed);
    rmSync(folder, { recursive: true });
    const { totals, problems } = JSON.parse(
      stdout.slice(stdout.indexOf("{")) || `{"totals":${JSON.stringify(stderr)}}`,
    );
    expect(problems.filter(({ severity }: { severity: string }) => severity === "error")).toEqual([]);
    expect(totals.errors).toBe(0);
  });
});

describe("/docs", () => {
  it("is a page of this server's own files alone, which may run nothing else, and shows pictures it downloads", async () => {
    const page = await app.call("GET", "/docs");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self';");
    expect(page.headers.get("content-security-policy")).toContain("img-src 'self' data: blob:;");
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^\/(?:docs\/|openapi\.json$)/);
      expect((await app.call("GET", address)).status).toBe(200);
    }
  });

  it.each([
    ["/docs", "no-cache", "text/html; charset=utf-8"],
    ["/docs/start.js", "no-cache", "text/javascript; charset=utf-8"],
    ["/docs/assets/swagger-ui.css", "public, max-age=86400", "text/css; charset=utf-8"],
  ])("lets browsers keep %s as %s", async (path, cached, type) => {
    const { headers } = await app.call("GET", path);
    expect([headers.get("cache-control"), headers.get("content-type")]).toEqual([cached, type]);
  });

  it.each(["/openapi.json", "/docs", "/docs/start.js"])("and %s answer GET and HEAD alone", async (path) => {
    const refused = await app.call("POST", path);
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    expect((await fetch(app.url + path, { method: "HEAD" })).status).toBe(200);
  });

  it.each(["/docs/assets/", "/docs/assets/index.html", "/docs/assets/../index.js", "/docs/assets/%2e%2e/package.json"])(
    "has no file at %s",
    async (path) => {
      expect((await app.call("GET", path)).status).toBe(404);
    },
  );
});
