import { describe, expect, it } from "vitest";
import { createTimeLimit } from "./time-limit.ts";

const limited = createTimeLimit(50);
/** The processor does something else meanwhile. */
const wait = (ms: number): string => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

function endless(): number {
  for (let round = 0; ; round += 1) if (round < 0) return round;
}

describe("work of the processor that may take so long", () => {
  it("answers what it does, and rejects as it does", () => {
    expect(limited(() => 7)).toBe(7);
    expect(() => limited(() => JSON.parse("{"))).toThrow(SyntaxError);
  });

  it("is ended where it computes for longer", () => {
    expect(() => limited(endless)).toThrow("Script execution timed out");
  });

  it("is begun anew where the machine was busy with something else", () => {
    let begun = 0;
    const ended = limited(() => {
      begun += 1;
      return wait(150);
    });
    expect(ended).toBe("timed-out");
    expect(begun).toBeGreaterThanOrEqual(3);
  });

  it("is given up where the machine never has time for it", () => {
    expect(() => limited(() => wait(5000))).toThrow("Script execution timed out");
  });
});
