import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const SOURCES = new URL("../", import.meta.url);

it("no source of the server calls anything a run's state that the engine did not make or read", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/\.test\.ts$|testing/.test(path),
  );
  expect(sources.length).toBeGreaterThan(300);
  const casts = sources.filter((path) =>
    /\bas (?:unknown as )?RunState\b/.test(readFileSync(new URL(path, SOURCES), "utf8")),
  );
  expect(casts).toEqual([]);
});
