import { beforeEach, describe, expect, it, vi } from "vitest";
import { createLimiter, type Limiter, tooMany } from "./limits.ts";

const START = Date.parse("2027-03-01T12:00:00Z");

let count: Limiter;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  count = createLimiter(2, "address");
});

const at = async (ms: number, who = "a") => {
  vi.setSystemTime(START + ms);
  const { exceeded, limit, remaining, seconds } = await count(who);
  return [exceeded, limit, remaining, seconds];
};

describe("requests that are counted in memory", () => {
  it("are as many as the limit within a minute, of each by itself", async () => {
    expect(await at(0)).toEqual([false, 2, 1, 60]);
    expect(await at(1)).toEqual([false, 2, 0, 60]);
    expect(await at(30_500)).toEqual([true, 2, 0, 30]);
    expect(await at(59_999)).toEqual([true, 2, 0, 1]);
    expect(await at(59_999, "b")).toEqual([false, 2, 1, 1]);
  });

  it("are counted anew once the minute is over, and not a moment sooner", async () => {
    for (const ms of [0, 0, 0]) await at(ms);
    expect((await at(59_999))[0]).toBe(true);
    expect(await at(60_000)).toEqual([false, 2, 1, 60]);
    expect(await at(60_000)).toEqual([false, 2, 0, 60]);
    expect((await at(119_999))[0]).toBe(true);
    expect(await at(120_000, "b")).toEqual([false, 2, 1, 60]);
  });
});

it("a refusal says whose limit it is, and for how long", () => {
  expect(tooMany("workspace", 7)).toEqual({
    code: "QUOTA_EXCEEDED",
    status: 429,
    message: "Too many requests from this workspace. Try again in 7 s.",
  });
});
