import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recorded } from "../../app/testing/recorded.ts";
import { openLog } from "./logging.ts";

const told = (fields: object): Record<string, unknown> => {
  const { logger, lines } = recorded();
  logger.info(fields, "told");
  return JSON.parse(lines[0] ?? "") as Record<string, unknown>;
};

/** What lies in the innermost `in`. */
function inside(line: unknown): unknown {
  let part = line;
  while (typeof part === "object" && part !== null && "in" in part) part = part.in;
  return part;
}

describe("a line", () => {
  it("says when it was written, to the millisecond", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2027-03-01T12:00:00.001Z") });
    const { logger, lines } = recorded();
    logger.info("first");
    logger.info("second");
    vi.setSystemTime(Date.parse("2027-03-01T12:00:00.002Z"));
    logger.info("third");
    vi.useRealTimers();
    expect(lines.map((line) => (JSON.parse(line) as { time: string }).time)).toEqual([
      "2027-03-01T12:00:00.001Z",
      "2027-03-01T12:00:00.001Z",
      "2027-03-01T12:00:00.002Z",
    ]);
  });

  it.each([
    "authorization",
    "Proxy-Authorization",
    "cookie",
    "set-cookie",
    "serverSecret",
    "password",
    "accessToken",
    "apiKey",
    "api-keys",
  ])("has no %s", (name) => {
    expect(told({ [name]: "x" })[name]).toBe("[redacted]");
  });

  it.each(["keyId", "authorizations", "key", "cookies"])("has its %s", (name) => {
    expect(told({ [name]: "x" })[name]).toBe("x");
  });

  it("has no credentials of what it tells of, either, and leaves that as it is", () => {
    const request = { headers: { cookie: "c", accept: "a" }, list: [1] };
    expect(told({ request })["request"]).toEqual({ headers: { cookie: "[redacted]", accept: "a" }, list: [1] });
    expect(request.headers.cookie).toBe("c");
  });

  it("ends where objects lie too deep in each other", () => {
    const nested = (depth: number): object => (depth === 0 ? { password: "x" } : { in: nested(depth - 1) });
    expect(inside(told(nested(5)))).toEqual({ password: "[redacted]" });
    expect(inside(told(nested(6)))).toBe("[deeper]");
  });
});

describe("a file of lines", () => {
  let folder: string;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval"] });
    folder = mkdtempSync(join(tmpdir(), "trilho-log-"));
  });
  afterEach(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true });
  });

  const opened = (sync?: boolean) => {
    const path = join(folder, "trilho.log");
    return { log: openLog(path, sync), written: () => readFileSync(path, "utf8") };
  };

  it("has each of them at once, where that was asked for", () => {
    const { log, written } = opened(true);
    log.write("a\n");
    expect(written()).toBe("a\n");
  });

  it("has them together a second later", async () => {
    const { log, written } = opened();
    log.write("a\n");
    log.write("b\n");
    expect(written()).toBe("");
    vi.advanceTimersByTime(1000);
    await vi.waitFor(() => expect(written()).toBe("a\nb\n"));
  });

  it("has them sooner where there are many", async () => {
    const { log, written } = opened();
    const line = `${"x".repeat(1023)}\n`;
    for (let count = 1; count < 32; count += 1) log.write(line);
    expect(written()).toBe("");
    log.write(line);
    await vi.waitFor(() => expect(written()).toHaveLength(32 * 1024));
  });

  it("has all of them once it is told to write, and none twice", () => {
    const { log, written } = opened();
    log.write("a\n");
    log.flushSync();
    log.flushSync();
    expect(written()).toBe("a\n");
  });
});
