import { describe, expect, it } from "vitest";
import type { KeyRecord } from "./principal.ts";
import { cacheKeys } from "./key-cache.ts";

const GOOD = { revoked: false } as KeyRecord;

/** A cache of 1000 ms over answers that can be changed, at a time that can be moved. */
function setUp(answers: Record<string, KeyRecord | null | Error>) {
  const asked: string[] = [];
  let time = 0;
  const findByDigest = async (digest: string) => {
    asked.push(digest);
    const answer = answers[digest] ?? null;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const cache = cacheKeys({ findByDigest, touch: () => undefined }, 1000, () => time);
  return { find: (digest: string) => cache.findByDigest(digest), asked, pass: (ms: number) => (time += ms) };
}

describe("a key that was looked up", () => {
  it("is not looked up again within its time, and is after it", async () => {
    const { find, asked, pass } = setUp({ a: GOOD });
    await Promise.all([find("a"), find("a")]);
    pass(999);
    expect(await find("a")).toBe(GOOD);
    expect(asked).toEqual(["a"]);
    pass(1);
    await find("a");
    expect(asked).toEqual(["a", "a"]);
  });

  it("and is revoked, is refused once that time is over", async () => {
    const answers: Record<string, KeyRecord> = { a: GOOD };
    const { find, pass } = setUp(answers);
    await find("a");
    answers["a"] = { ...GOOD, revoked: true };
    pass(1000);
    expect((await find("a"))?.revoked).toBe(true);
  });

  it("and is not there, or was not told, is looked up again", async () => {
    const answers: Record<string, KeyRecord | Error> = { b: new Error("no database") };
    const { find, asked } = setUp(answers);
    expect(await find("a")).toBeNull();
    await expect(find("b")).rejects.toThrow("no database");
    Object.assign(answers, { a: GOOD, b: GOOD });
    expect([await find("a"), await find("b")]).toEqual([GOOD, GOOD]);
    expect(asked).toEqual(["a", "b", "a", "b"]);
  });
});
