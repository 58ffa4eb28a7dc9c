import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/* `start` installs the `dependencies` of the workspace's packages, and nothing that only benchmarks and tests need. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));

type Manifest = Partial<Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>>;
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;

const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(join(root, path, "package.json")));
const workspace = [".", "bench", "conformance", "e2e", ...["apps", "packages", "examples"].flatMap(foldersIn)];

describe("what `start` installs", () => {
  test.each(["bench", "conformance", "e2e"])("is nothing for %s", (folder) => {
    expect(Object.keys(manifestOf(folder).dependencies ?? {})).toEqual([]);
  });

  test.each(["bench/peers", "conformance/src/clients"])("does not hold what %s asks for", (folder) => {
    const asked = Object.keys(manifestOf(folder).dependencies ?? {}).filter((name) => name !== "typescript");
    const held = workspace.flatMap((path) => {
      const { dependencies, devDependencies, optionalDependencies } = manifestOf(path);
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    });
    expect(asked.filter((name) => held.includes(name))).toEqual([]);
    expect(existsSync(join(root, folder, "pnpm-lock.yaml"))).toBe(true);
  });
});
