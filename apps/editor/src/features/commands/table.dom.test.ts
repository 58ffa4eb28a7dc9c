import { describe, expect, test } from "vitest";
import { ENGLISH } from "../../i18n/resources.ts";
import { chordOf, shortcutLabel } from "../../browser/keys.ts";
import { COMMANDS, commandOf } from "./table.ts";

const named = (id: string): unknown =>
  id.split(".").reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], ENGLISH.commands.name);

const chords = COMMANDS.flatMap(({ keys }) => keys.map(({ chord }) => chord));

describe("the table of commands", () => {
  test("no id stands in it twice", () => {
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  });

  test("no shortcut means two things", () => {
    expect(chords.filter((chord, at) => chords.indexOf(chord) !== at)).toEqual([]);
  });

  test.each(chords)("%s is written as a key press is read", (chord) => {
    const keys = chord.split(/\+(?=.)/);
    const event = new KeyboardEvent("keydown", {
      key: keys.at(-1) ?? "",
      ctrlKey: keys.includes("mod"),
      altKey: keys.includes("alt"),
      shiftKey: keys.includes("shift"),
    });
    expect(chordOf(event)).toBe(chord);
  });

  test("every command has a name, and what is offered in the palette can be chosen there", () => {
    expect(COMMANDS.filter(({ id }) => typeof named(id) !== "string").map(({ id }) => id)).toEqual([]);
    expect(() => commandOf("nothing")).toThrow("nothing");
  });
});

describe("keys as they are shown", () => {
  test.each([
    ["mod+shift+z", "Ctrl+Shift+Z"],
    ["alt+arrowup", "Alt+↑"],
    ["mod+.", "Ctrl+."],
    ["+", "+"],
    ["-", "−"],
    ["f2", "F2"],
  ])("%s", (chord, words) => {
    expect(shortcutLabel(chord)).toBe(words);
  });

  test("with Alt the key counts, and not the letter that a Mac types by it", () => {
    expect(chordOf(new KeyboardEvent("keydown", { key: "å", code: "KeyA", altKey: true }))).toBe("alt+a");
  });
});
