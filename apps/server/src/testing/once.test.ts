import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "./open-test-store.ts";

/* What `start` builds is built when it has to be, and is whole or not there. */

interface Scripts {
  once(root: string, name: string, sources: string[], results: string[], make: () => unknown): Promise<void>;
  replaceFolder(folder: string, make: (staging: string) => unknown): Promise<void>;
}
const script = new URL("../../../../scripts/once.mjs", import.meta.url).href;
const { once, replaceFolder } = (await import(script)) as Scripts;

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  mkdirSync(join(root, "src", "testing"), { recursive: true });
  put("src/a.ts", "1");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const put = (path: string, text: string): void => writeFileSync(join(root, path), text);
const result = (): string => join(root, "dist", "main.js");

/** Builds `src/a.ts` into `dist/main.js` when needed; answers whether it did. */
async function build(make?: (staging: string) => unknown): Promise<boolean> {
  let isMade = false;
  await once(root, "app", ["src"], ["dist/main.js"], () => {
    isMade = true;
    return replaceFolder(join(root, "dist"), async (staging) => {
      mkdirSync(staging);
      await make?.(staging);
      writeFileSync(join(staging, "main.js"), readFileSync(join(root, "src", "a.ts")));
    });
  });
  return isMade;
}

const fail = (): never => {
  throw new Error("Stopped");
};

describe("what is built", () => {
  test("is not built again while nothing changed", async () => {
    expect([await build(), await build()]).toEqual([true, false]);
  });

  test.each<[string, () => void]>([
    ["an edit", () => put("src/a.ts", "22")],
    ["an edit that leaves the size", () => put("src/a.ts", "2")],
    ["another time of a file", () => utimesSync(join(root, "src", "a.ts"), 1, 1)],
    ["a new file", () => put("src/b.ts", "")],
    ["a lost result", () => rmSync(result())],
  ])("is built again after %s", async (_, change) => {
    await build();
    change();
    expect(await build()).toBe(true);
  });

  test.each([["src/a.test.ts"], ["src/testing/b.ts"], ["src/tsconfig.tsbuildinfo"]])("is not for %s", async (path) => {
    await build();
    put(path, "");
    expect(await build()).toBe(false);
  });

  test("stays as it was when a later build fails, and is built by the next start, whatever the sources are then", async () => {
    await build();
    const { atime, mtime } = { atime: new Date(1e12), mtime: new Date(1e12) };
    utimesSync(join(root, "src", "a.ts"), atime, mtime);
    await build();
    put("src/a.ts", "2");
    await expect(build(fail)).rejects.toThrow("Stopped");
    expect(readFileSync(result(), "utf8")).toBe("1");
    put("src/a.ts", "1");
    utimesSync(join(root, "src", "a.ts"), atime, mtime);
    expect(await build()).toBe(true);
  });

  test("is never half there: a killed build leaves a folder that nothing runs and the next build removes", async () => {
    const dead = join(root, "dist.new-4194305");
    mkdirSync(dead);
    const own = join(root, `dist.new-${process.ppid}`);
    mkdirSync(own);
    await build(() => expect(existsSync(result())).toBe(false));
    expect(existsSync(result())).toBe(true);
    expect(readdirSync(root).filter((name) => name.startsWith("dist.new"))).toEqual([`dist.new-${process.ppid}`]);
  });
});
