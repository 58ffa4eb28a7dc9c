import { ApiError, NetworkError, ResponseShapeError, TimeoutError, type ErrorBody } from "@trilho/api-client";
import { expect, it } from "vitest";
import { failureOf, type FailureKind, type Remedy } from "./failure.ts";

const refused = (status: number, code: string, retryAfter: number | null = null) =>
  new ApiError(status, { error: "Because.", code: code as ErrorBody["code"], requestId: "req_1" }, retryAfter);

it.each<[string, unknown, FailureKind, Remedy]>([
  ["401", refused(401, "UNAUTHORIZED"), "unauthorized", "reconnect"],
  ["403 FEATURE_DISABLED", refused(403, "FEATURE_DISABLED"), "featureDisabled", "reconnect"],
  ["403", refused(403, "FORBIDDEN"), "forbidden", "reconnect"],
  ["404", refused(404, "NOT_FOUND"), "notFound", "fix"],
  ["409", refused(409, "CONFLICT"), "conflict", "fix"],
  ["409 of a quota", refused(409, "QUOTA_EXCEEDED"), "quota", "fix"],
  ["422", refused(422, "UNPROCESSABLE_ENTITY"), "unprocessable", "fix"],
  ["429", refused(429, "QUOTA_EXCEEDED", 42), "rateLimit", "wait"],
  ["a proxy's 429", new ResponseShapeError("", 429, null, 7), "rateLimit", "wait"],
  ["500", refused(500, "INTERNAL_ERROR"), "server", "check"],
  ["503", refused(503, "SERVICE_UNAVAILABLE"), "unavailable", "check"],
  ["a proxy's 502", new ResponseShapeError("", 502, null), "unavailable", "check"],
  ["a page of HTML with 200", new ResponseShapeError("", 200, null), "shape", "check"],
  ["no connection", new NetworkError(""), "network", "check"],
  ["a server that hangs", new TimeoutError(30_000), "timeout", "check"],
  ["a call that was cancelled", new DOMException("", "AbortError"), "cancelled", "check"],
  ["a key that cannot be sent", new TypeError(""), "settings", "reconnect"],
  ["a code of a newer API with 409", refused(409, "NEWER"), "conflict", "fix"],
  ["a code of a newer API with 507", refused(507, "NEWER"), "server", "check"],
  ["anything else", "boom", "unknown", "retry"],
])("%s", (_name, error, kind, remedy) => {
  expect(failureOf(error)).toMatchObject({ kind, remedy, unclear: remedy === "check" });
});

it("keeps how long a server asks to wait", () => {
  expect(failureOf(refused(429, "QUOTA_EXCEEDED", 42)).retryAfterSeconds).toBe(42);
  expect(failureOf(new ResponseShapeError("", 429, null, 7)).retryAfterSeconds).toBe(7);
});
