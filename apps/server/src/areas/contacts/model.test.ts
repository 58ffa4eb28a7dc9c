import { describe, expect, it } from "vitest";
import { avatarUrlOf, customNameOf, displayNameOf } from "./model.ts";

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

describe("the address of a contact's picture", () => {
  const ELSEWHERE = "https://cdn.example/a.png";

  it.each<[avatarKey: string | null, avatarUrl: string | null, address: string | null]>([
    [null, null, null],
    [null, ELSEWHERE, ELSEWHERE],
    ["0123456789", null, "/api/v1/contacts/a%2Fb/avatar?v=01234567"],
    ["0123456789", ELSEWHERE, "/api/v1/contacts/a%2Fb/avatar?v=01234567"],
  ])("with the file %j and one elsewhere, %j, is %j", (avatarKey, avatarUrl, address) => {
    expect(avatarUrlOf({ id: "a/b", avatarKey, avatarUrl })).toBe(address);
  });
});
