import { expect, test } from "vitest";
import { formatInstant } from "../i18n/format.ts";
import { timesSince } from "./view.ts";

const at = new Date(2026, 10, 29, 13, 4).toISOString();

test.each([
  ["en", "1:04 PM"],
  ["pt-BR", "13:04"],
])("the time of a step is written as every other one of the page: %s", (locale, time) => {
  const told = [timesSince(at, locale)(at).when, formatInstant(at, locale)].map((words) =>
    words.replaceAll("\u202f", " "),
  );
  for (const words of told) expect(words).toMatch(new RegExp(`[ ,]${time}$`));
});
