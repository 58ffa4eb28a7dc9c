import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "./testing/refusal.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await (await app.workspace()).addKey();
});
afterAll(() => app.close());

describe("an address", () => {
  it("that is unknown is 404 with a key, and 401 without one", async () => {
    expectRefusal(await app.call("GET", "/api/v1/nowhere", { key }), 404, "NOT_FOUND");
    expectRefusal(await app.call("POST", "/api/v1/nowhere", { key, raw: "{nope" }), 404, "NOT_FOUND");
    expectRefusal(await app.call("GET", "/api/v1/nowhere"), 401, "UNAUTHORIZED");
    expectRefusal(await app.call("GET", "/api/v2/automations", { key }), 404, "NOT_FOUND");
    expectRefusal(await app.call("GET", "/api/v1", { key }), 404, "NOT_FOUND");
  });

  it.each([
    ["DELETE", "/automations", "GET, HEAD, POST"],
    ["PATCH", "/automations/x", "GET, HEAD, PUT, DELETE"],
    ["OPTIONS", "/automations/x", "GET, HEAD, PUT, DELETE"],
    ["GET", "/automations/x/test", "POST"],
    ["POST", "/users", "GET, HEAD"],
    ["PROPFIND", "/users", "GET, HEAD"],
    ["MKCOL", "/deals/7/tags", "POST"],
    ["M-SEARCH", "/automations/x", "GET, HEAD, PUT, DELETE"],
  ])("answers 405 to %s %s, with what it does answer", async (method, path, allow) => {
    const answer = await app.call(method, `/api/v1${path}`, {
      key,
      ...(!["GET", "OPTIONS"].includes(method) && { raw: "{nope" }),
    });
    expectRefusal(answer, 405, "BAD_REQUEST");
    expect(answer.headers.get("allow")).toBe(allow);
  });

  it.each([101, 512, 4000])("with an id of %i characters is that of its route", async (length) => {
    const id = "x".repeat(length);
    const answers = await Promise.all(
      ["contacts", "usage/template"].map((path) => app.call("GET", `/api/v1/${path}/${id}`, { key })),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, length <= 512 ? 404 : 400]);
    expect(answers.map(({ body }) => body.error)).not.toContain("There is no such route.");
  });

  it("answers 405 to HEAD where there is no GET", async () => {
    const headers = { authorization: `Bearer ${key}` };
    const { status, headers: answered } = await fetch(`${app.url}/api/v1/messages`, { method: "HEAD", headers });
    expect([status, answered.get("allow")]).toEqual([405, "POST"]);
  });

  it.each(["/health", "/health/live", "/openapi.json", "/docs"])(
    "outside the API answers 405 to what it does not take: %s",
    async (path) => {
      const answer = await app.call("PROPFIND", path);
      expectRefusal(answer, 405, "BAD_REQUEST");
      expect(answer.headers.get("allow")).toBe("GET, HEAD");
    },
  );

  it.each([
    ["a broken escape", "/api/v1/automations/%zz", 400, "BAD_REQUEST"],
    ["NUL in an id", "/api/v1/automations/a%00b", 404, "NOT_FOUND"],
    ["text for a sequence", "/api/v1/pipelines/first", 400, "VALIDATION_ERROR"],
    ["zero for a sequence", "/api/v1/pipelines/0", 400, "VALIDATION_ERROR"],
    ["a sequence beyond integers", "/api/v1/pipelines/99999999999", 400, "VALIDATION_ERROR"],
    ["an unknown sequence", "/api/v1/pipelines/77", 404, "NOT_FOUND"],
    ["an unknown field", "/api/v1/custom-fields/nowhere", 404, "NOT_FOUND"],
    ["an id like a path", "/api/v1/automations/..%2F..%2Fetc", 404, "NOT_FOUND"],
    ["a very long id", `/api/v1/automations/${"x".repeat(5000)}`, 404, "NOT_FOUND"],
  ])("with %s is refused", async (_, path, status, code) => {
    expectRefusal(await app.call("GET", path, { key }), status, code);
  });

  it("asked for in something that is not HTTP gets an answer, and the server lives", async () => {
    const { hostname, port } = new URL(app.url);
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write("NONSENSE\r\n\r\n"));
      let received = "";
      socket.on("data", (chunk) => (received += String(chunk)));
      socket.on("end", () => resolve(received));
      socket.on("error", reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(text.slice(text.indexOf("\r\n\r\n")))).toMatchObject({ code: "BAD_REQUEST" });
    expect((await app.call("GET", "/health")).body).toEqual({ status: "ok" });
  });
});
