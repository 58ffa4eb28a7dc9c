import { describe, expect, it } from "vitest";
import { bearerKey } from "./bearer.ts";

describe("the key in an Authorization header", () => {
  it.each<[string | undefined, string | null]>([
    ["Bearer abc", "abc"],
    ["bearer   abc  ", "abc"],
    ["BEARER correct horse battery staple", "correct horse battery staple"],
    [`Bearer ${"k".repeat(512)}`, "k".repeat(512)],
    [`Bearer ${"k".repeat(513)}`, null],
    ["Bearer ", null],
    ["Bearer", null],
    ["Bearerabc", null],
    ["Basic abc", null],
    ["Bearer caf\u00e9", null],
    ["Bearer a\tb", null],
    ["", null],
    [undefined, null],
  ])("of %j is %j", (header, key) => {
    expect(bearerKey(header)).toBe(key);
  });

  it("is found or not in the time of one reading", () => {
    expect(bearerKey(`Bearer ${" ".repeat(100_000)}\t`)).toBeNull();
  });
});
