import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { helpText, SETTINGS } from "./help.ts";

const settings = Object.values(SETTINGS).flat();

/** The names of all variables that are looked at. */
function namesRead(): string[] {
  const names = new Set<string>();
  const env = new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void names.add(String(name)) });
  readConfig([], env, "/srv");
  return [...names];
}

describe("the help", () => {
  test("names every setting that is read, once, and no other", () => {
    expect(settings.map(({ name }) => name).toSorted()).toEqual(namesRead().toSorted());
  });

  test.each(settings)("has a line for $name, with its default", ({ name, about, otherwise }) => {
    const lines = helpText()
      .split("\n")
      .filter((line) => line.startsWith(`  ${name} `));
    expect(lines).toEqual([expect.stringContaining(about)]);
    if (otherwise !== undefined) expect(lines[0]).toMatch(`default: ${otherwise}`);
  });

  test.each(settings.filter(({ otherwise }) => otherwise !== undefined))(
    "tells as the default of $name what is so without it",
    ({ name, otherwise }) => {
      expect(readConfig([], { [name]: otherwise }, "/srv")).toEqual(readConfig([], {}, "/srv"));
    },
  );

  test("says what happens without a setting that has no default", () => {
    const silent = settings.filter(
      ({ about, otherwise }) => otherwise === undefined && !/; without it|needs it/.test(about),
    );
    expect(silent).toEqual([]);
  });
});
