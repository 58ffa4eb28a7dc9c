import { describe, expect, it } from "vitest";
import { createApp } from "../../app/app.ts";
import type { Store } from "../../runs/model/stores.ts";

// Nothing here gets as far as the store.
const app = createApp({ store: {} as Store, serverSecret: "s", limits: { perIp: 1 } });
const origin = "https://editor.example.com";
const preflight = (url: string) =>
  app.inject({ method: "OPTIONS", url, headers: { origin, "access-control-request-method": "PUT" } });

describe("a page of another origin", () => {
  it("may ask any address of the API what it may send, without a key and without being counted", async () => {
    for (const url of ["/api/v1/automations", "/api/v1/automations/x/enabled", "/api/v1/nowhere", "/api/v1"]) {
      const { statusCode, headers, body } = await preflight(url);
      expect([statusCode, body]).toEqual([204, ""]);
      expect(headers).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
        "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, X-Request-Id",
      });
    }
  });

  it("may read every answer, refusals and their headers included", async () => {
    const request = { url: "/api/v1/automations", headers: { origin } };
    const answers = [await app.inject(request), await app.inject(request)];
    expect(answers.map((answer) => answer.statusCode)).toEqual([401, 429]);
    for (const { headers } of answers) {
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(headers["access-control-expose-headers"]).toBe(
        "X-Request-Id, X-Rate-Limit-Retry-After-Seconds, Retry-After, " +
          "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Accept-Idempotency-Key, Idempotent-Replayed, Content-Disposition",
      );
      // With it, a browser would send cookies and refuse "*".
      expect(headers).not.toHaveProperty("access-control-allow-credentials");
    }
  });

  it("gets nothing of the kind outside the API, nor by OPTIONS that is no preflight", async () => {
    expect((await preflight("/health")).headers).not.toHaveProperty("access-control-allow-origin");
    expect((await app.inject({ method: "OPTIONS", url: "/api/v1/automations" })).statusCode).toBe(429);
  });
});
