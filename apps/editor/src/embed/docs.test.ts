import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "../../../..", path), "utf8");

test("the guide shows what the example compiles", () => {
  expect(read("docs/embedding.md").replaceAll("\r\n", "\n")).toContain(
    read("examples/embed/src/minimal.tsx").replaceAll("\r\n", "\n").trim(),
  );
});
