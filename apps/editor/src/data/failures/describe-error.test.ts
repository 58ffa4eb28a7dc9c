import { ApiError, NetworkError, ResponseShapeError, TimeoutError, type ErrorBody } from "@trilho/api-client";
import { describe, expect, it } from "vitest";
import { describeError, explainError } from "./describe-error.ts";

const refused = (status: number, code: ErrorBody["code"], retryAfter: number | null = null) =>
  new ApiError(status, { error: "Because.", code, requestId: "req_1" }, retryAfter);

describe("every failure has words of its own", () => {
  it.each<[string, unknown, string]>([
    ["401", refused(401, "UNAUTHORIZED"), "The API key was not accepted"],
    ["403 of a feature", refused(403, "FEATURE_DISABLED"), "Automations are not switched on for this workspace"],
    ["403", refused(403, "FORBIDDEN"), "Your key may not do this"],
    ["404", refused(404, "NOT_FOUND"), "This no longer exists"],
    ["409", refused(409, "CONFLICT"), "Somebody else changed this meanwhile"],
    ["409 of a quota", refused(409, "QUOTA_EXCEEDED"), "The plan's limit is reached"],
    ["429", refused(429, "QUOTA_EXCEEDED"), "Too many requests"],
    ["500", refused(500, "INTERNAL_ERROR"), "The server had a problem"],
    ["503", refused(503, "SERVICE_UNAVAILABLE"), "The server is not available right now"],
    ["a proxy's 502", new ResponseShapeError("", 502, null), "The server is not available right now"],
    ["another service", new ResponseShapeError("", 200, null), "This address answers, but not as the CRM's API does"],
    ["no connection", new NetworkError(""), "The server cannot be reached"],
    ["a server that hangs", new TimeoutError(30_000), "The server takes too long to answer"],
    ["an impossible key", new TypeError("The API key must be visible."), "The address or the key cannot be right"],
    ["anything else", "boom", "Something went wrong"],
  ])("%s", (_name, error, title) => {
    expect(describeError(error).title).toBe(title);
  });
});

it("carries the request number that support asks for", () => {
  expect(describeError(refused(500, "INTERNAL_ERROR")).requestId).toBe("req_1");
  expect(describeError(new NetworkError("")).requestId).toBeNull();
});

it("says how long to wait when the server says so", () => {
  expect(describeError(refused(429, "QUOTA_EXCEEDED", 42)).advice).toContain("42 s");
});

it("repeats what the server says about a refused value", () => {
  expect(describeError(refused(400, "VALIDATION_ERROR")).advice).toBe("Because.");
});

it("is told in one breath, with the number where support will ask for it", () => {
  expect(explainError(refused(401, "UNAUTHORIZED"))).toMatch(/^The API key was not accepted\. It may be/);
  expect(explainError(refused(500, "INTERNAL_ERROR"))).toMatch(/^The server had a problem\. .* req_1$/);
  expect(explainError(refused(403, "FORBIDDEN"))).not.toContain("req_1");
});
