import { NoResultError } from "kysely";
import { describe, expect, it } from "vitest";
import { contentRangeOf, errorBody, failureOf, framesOf, loggable, Refusal, statusOf, wasOvertaken } from "./errors.ts";

const coded = (code: string, message = "secret words") => Object.assign(new Error(message), { code });

describe("what was thrown", () => {
  it.each<[string, unknown, number, string]>([
    ["a refusal", new Refusal({ code: "NOT_FOUND", message: "Gone." }), 404, "NOT_FOUND"],
    ["a body that is too large", coded("FST_ERR_CTP_BODY_TOO_LARGE"), 413, "BAD_REQUEST"],
    ["a body of another type", coded("FST_ERR_CTP_INVALID_MEDIA_TYPE"), 415, "BAD_REQUEST"],
    ["a database that is away", coded("ECONNREFUSED"), 503, "SERVICE_UNAVAILABLE"],
    ["a database that stops", coded("57P01"), 503, "SERVICE_UNAVAILABLE"],
    ["a pool that waits in vain", new Error("timeout exceeded when trying to connect"), 503, "SERVICE_UNAVAILABLE"],
    ["a transaction that lost", coded("40001"), 503, "SERVICE_UNAVAILABLE"],
    ["a key that was taken meanwhile", coded("23505"), 409, "CONFLICT"],
    ["a row that went meanwhile", new NoResultError({} as never), 409, "CONFLICT"],
    ["a path out of the folder of files", Object.assign(new Error(), { statusCode: 403 }), 404, "NOT_FOUND"],
    ["a part that a file does not have", Object.assign(new Error(), { statusCode: 416 }), 416, "BAD_REQUEST"],
    ["a request that the framework refuses", Object.assign(new Error(), { statusCode: 431 }), 431, "BAD_REQUEST"],
    ["a fault of our own", new TypeError("secret words"), 500, "INTERNAL_ERROR"],
    ["a fault with a status of its own", Object.assign(new Error(), { statusCode: 502 }), 500, "INTERNAL_ERROR"],
    ["a key of the prototype as its code", coded("constructor"), 500, "INTERNAL_ERROR"],
    ["no error at all", "secret words", 500, "INTERNAL_ERROR"],
    ["nothing", null, 500, "INTERNAL_ERROR"],
  ])("%s is answered with %i", (_, error, status, code) => {
    const failure = failureOf(error);
    expect([statusOf(failure), failure.code]).toEqual([status, code]);
    expect(failure.message).not.toContain("secret");
  });

  it.each<[what: string, error: unknown, message: RegExp]>([
    ["no length as it says", coded("FST_ERR_CTP_INVALID_CONTENT_LENGTH"), /not as long/],
    ["an address that is none", coded("FST_ERR_BAD_URL"), /not a valid URL/],
    ["a full disk", coded("53100"), /no room left/],
    ["a transaction that lost", coded("40P01"), /Try again shortly/],
    ["a row that others need", coded("23503"), /at the same moment/],
    ["another version of a file", Object.assign(new Error(), { statusCode: 412 }), /If-Match/],
    ["the least status of a client", Object.assign(new Error(), { statusCode: 400 }), /cannot be read/],
    ["the greatest one", Object.assign(new Error(), { statusCode: 499 }), /cannot be read/],
    ["one below them", Object.assign(new Error(), { statusCode: 399 }), /on our side/],
    ["one above them", Object.assign(new Error(), { statusCode: 500 }), /on our side/],
    ["a status that is no number", { statusCode: "404" }, /on our side/],
    ["a code that is no text", { code: 23505 }, /on our side/],
  ])("is told in words of its own: %s", (_, error, message) => {
    expect(failureOf(error).message).toMatch(message);
  });

  it("was overtaken by others, or not", () => {
    const codes = ["23503", "23505", "40001", "40P01", "23502"];
    expect(codes.filter((code) => wasOvertaken(coded(code)))).toEqual(codes.slice(0, 4));
  });

  it("leaves its type, code and message in the log, and where it was thrown", () => {
    expect(loggable(coded("23505", "taken"))).toEqual({ type: "Error", code: "23505", message: "taken" });
    expect(loggable("words")).toEqual({ type: "string", code: "", message: "" });
    const frames = framesOf(new Error("at home:1"));
    expect(frames.length).toBeGreaterThan(0);
    expect(frames.every((frame) => frame.startsWith("at "))).toBe(true);
    expect(frames).not.toContain("at home:1");
    expect(framesOf("words")).toEqual([]);
  });

  it("says how large a file is of which it has no such part", () => {
    expect(contentRangeOf({ headers: { "Content-Range": "bytes */3" } })).toBe("bytes */3");
    for (const error of [null, {}, { headers: {} }, { headers: { "Content-Range": 3 } }])
      expect(contentRangeOf(error)).toBeNull();
  });
});

describe("the body of a refusal", () => {
  it("has what is known, and no more", () => {
    const failure = { code: "CONFLICT", message: "Taken." } as const;
    expect(errorBody(failure, "req_1")).toStrictEqual({ error: "Taken.", code: "CONFLICT", requestId: "req_1" });
    const details = { currentVersion: 3 };
    const fieldErrors = [{ field: "name", message: "Too long.", path: "/name" }];
    expect(errorBody({ ...failure, details, fieldErrors } as never, "req_1")).toStrictEqual({
      error: "Taken.",
      code: "CONFLICT",
      requestId: "req_1",
      details,
      fieldErrors: [{ field: "name", message: "Too long." }],
    });
  });
});
