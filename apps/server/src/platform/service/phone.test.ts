import { assert, constantFrom, property, stringMatching, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { countryOf, normalisePhone, phoneDigits } from "./phone.ts";

describe("a phone in E.164", () => {
  it.each([
    ["+55 11 98765-4321", "+5511987654321"],
    ["(11) 98765-4321", "+5511987654321"],
    ["011 98765 4321", "+5511987654321"],
    ["5511987654321", "+5511987654321"],
    ["11987654321", "+5511987654321"],
    ["551187654321", "+5511987654321"],
    ["+55 11 8765-4321", "+5511987654321"],
    ["(11) 3456-7890", "+551134567890"],
    ["  +1 (555) 010-0199 ", "+15550100199"],
    ["+351 912 345 678", "+351912345678"],
    ["351912345678", "+351912345678"],
  ])("of %s is %s", (text, expected) => {
    expect(normalisePhone(text, "BR")).toBe(expected);
  });

  it.each([
    "",
    "   ",
    "abc",
    "12",
    "+",
    "+55",
    "123",
    "98765-4321 ramal 2",
    "\0",
    "+5511987654321".repeat(3),
    "１１９８７６５４３２１",
  ])("is none in %j", (text) => {
    expect(normalisePhone(text, "BR")).toBeNull();
  });

  it("takes numbers without a country code for those of the given country", () => {
    expect(normalisePhone("912 345 678", "PT")).toBe("+351912345678");
    expect(normalisePhone("(212) 555-0123", "US")).toBe("+12125550123");
  });

  it("stays what it is when it is written again", () => {
    const written = tuple(constantFrom("+55", "+1", "+351 ", "+44", ""), stringMatching(/^[1-9]\d{9,10}$/)).map(
      (parts) => parts.join(""),
    );
    assert(
      property(written, (text) => {
        const phone = normalisePhone(text, "BR");
        if (phone === null) return;
        expect(phone).toMatch(/^\+\d{4,17}$/);
        expect(normalisePhone(phone, "US")).toBe(phone);
      }),
      { examples: [["+559070000000"]] },
    );
  });
});

it.each([
  ["pt-BR", "BR"],
  ["en-US", "US"],
  ["pt", "BR"],
  ["pt-PT", "PT"],
  ["eo", "BR"],
])("the country of %s is %s", (locale, country) => {
  expect(countryOf(locale)).toBe(country);
});

it.each([
  ["(11) 98765", "1198765"],
  ["+55", null],
  ["555", "555"],
  ["rua 555", null],
  ["", null],
])("a search for %j looks for the digits %j", (search, digits) => {
  expect(phoneDigits(search)).toBe(digits);
});
