import { describe, expect, it } from "vitest";
import { customNameOf, displayNameOf } from "./model.ts";

const NOTHING = { name: null, firstName: null, lastName: null, phone: null, email: null, instagramUsername: null };

describe("what to call a contact", () => {
  it.each<[known: object, called: string]>([
    [{ firstName: "Ana", lastName: "Lima", name: "ana ✨", phone: "+55" }, "Ana Lima"],
    [{ lastName: "Lima", name: "ana ✨" }, "Lima"],
    [{ name: "ana ✨", phone: "+55", email: "a@b.example" }, "ana ✨"],
    [{ phone: "+55", email: "a@b.example", instagramUsername: "ana" }, "+55"],
    [{ email: "a@b.example", instagramUsername: "ana" }, "a@b.example"],
    [{ instagramUsername: "ana" }, "ana"],
    [{}, "#7"],
  ])("of whom %j is known is %j", (known, called) => {
    expect(displayNameOf({ ...NOTHING, seq: 7, ...known })).toBe(called);
  });

  it.each<[firstName: string | null, lastName: string | null, name: string | null]>([
    ["Ana", "Lima", "Ana Lima"],
    ["Ana", null, "Ana"],
    ["", "Lima", "Lima"],
    [null, null, null],
    ["", "", null],
  ])("by its names %j and %j is %j", (firstName, lastName, name) => {
    expect(customNameOf({ firstName, lastName })).toBe(name);
  });
});
