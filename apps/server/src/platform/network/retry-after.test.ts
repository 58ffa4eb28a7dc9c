import { describe, expect, it } from "vitest";
import { retryAfterOf } from "./retry-after.ts";

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();

describe("Retry-After", () => {
  it.each<[what: string, header: string | string[] | undefined, least: number, most: number]>([
    ["seconds", "120", 120_000, 120_000],
    ["no seconds at all", "0", 0, 0],
    ["seconds with spaces around them", " 7 ", 7000, 7000],
    ["more seconds than there ever were", "99999999999999999999", 1e23 - 1e10, 1e23 + 1e10],
    ["a date", inSeconds(60), 58_000, 60_000],
    ["the last date there is", "Fri, 31 Dec 9999 23:59:59 GMT", 2e14, 3e14],
  ])("says when to try again: %s", (_, header, least, most) => {
    const ms = retryAfterOf(header);
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(ms).toBeLessThanOrEqual(most);
  });

  it.each<[what: string, header: string | string[] | undefined]>([
    ["nothing", undefined],
    ["an empty text", ""],
    ["several headers", ["5", "6"]],
    ["a list", "5, 6"],
    ["less than nothing", "-1"],
    ["a part of a second", "1.5"],
    ["a date that is over", "Wed, 21 Oct 2015 07:28:00 GMT"],
    ["words", "soon"],
    ["no number", "Infinity"],
    ["more digits than a number takes", "9".repeat(400)],
  ])("says nothing that can be followed: %s", (_, header) => expect(retryAfterOf(header)).toBeNull());
});
