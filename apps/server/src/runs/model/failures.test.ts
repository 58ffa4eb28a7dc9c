import { failureReason } from "@trilho/engine/failures";
import { describe, expect, it } from "vitest";
import { errorOf, Failed, failureOf, isPassing, isRefusal } from "./failures.ts";

const coded = (code: unknown, message = "x") => Object.assign(new Error(message), { code });

describe("an error", () => {
  it.each<[string, unknown, boolean, boolean]>([
    ["of a connection that broke", coded("08006"), true, false],
    ["of a deadlock", coded("40P01"), true, false],
    ["of too many connections", coded("53300"), true, false],
    ["of a lock that another has", coded("55P03"), true, false],
    ["of a server that stops", coded("57P01"), true, false],
    ["of a transaction that is aborted", coded("25P02"), true, false],
    ["of an address that nobody answers", coded("ECONNREFUSED"), true, false],
    ["of a driver without a code", new Error("Connection terminated unexpectedly"), true, false],
    ["of a value out of range", coded("22003"), false, true],
    ["of a key that is taken", coded("23505"), false, true],
    ["of a table that is not there", coded("42P01"), false, false],
    ["of a number that looks like a class of the database", coded(23), false, false],
    ["of another kind", new TypeError("x is not a function"), false, false],
    ["that tells of a connection further on", new Error("No: Connection terminated"), false, false],
    ["that is none", { code: "23505" }, false, false],
  ])("%s is passing, a refusal, or neither", (_, error, passing, refusal) => {
    expect([isPassing(error), isRefusal(error)]).toEqual([passing, refusal]);
  });

  it.each<[string, unknown, string, string]>([
    ["the database refuses", coded("23505", "duplicate key"), "database-refuses", "duplicate key"],
    ["our own", new Error("boom"), "server-fails", "boom"],
    ["thrown as a text", "boom", "server-fails", "boom"],
  ])("that is %s is told with its words", (_, error, code, words) => {
    expect(failureOf(error)).toEqual([{ code, params: { words } }]);
    expect(errorOf(failureOf(error)).message).toContain(words);
  });

  it("that tells its reason keeps it", () => {
    const reason = [failureReason("address-fails", { status: 500 })];
    expect(failureOf(new Failed(reason))).toBe(reason);
  });
});
