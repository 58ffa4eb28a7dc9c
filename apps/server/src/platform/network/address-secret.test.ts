import { describe, expect, it } from "vitest";
import { secretOfAddress, shownAddress, withSecret } from "./address-secret.ts";

const HIDING: [what: string, url: string, secret: string, shown: string][] = [
  ["a password", "https://ana:s3cret@h.example/in", "s3cret", "https://ana:[hidden]@h.example/in"],
  ["a password with an at sign", "https://ana:a@b@h.example/in", "a@b", "https://ana:[hidden]@h.example/in"],
  ["a password with a colon", "https://ana:a:b@h.example", "a:b", "https://ana:[hidden]@h.example"],
  ["a password alone", "https://:s3cret@h.example", "s3cret", "https://:[hidden]@h.example"],
  ["a user alone, as tokens are written", "https://sk_live_1@h.example/x", "sk_live_1", "https://[hidden]@h.example/x"],
  ["a user without a password", "https://sk_live_1:@h.example/x", "sk_live_1", "https://[hidden]:@h.example/x"],
  ["capitals, blanks and too few slashes", "  HTTPS:/ana:s@h.example", "s", "  HTTPS:/ana:[hidden]@h.example"],
  ["another scheme", "ftp://ana:s@h.example", "s", "ftp://ana:[hidden]@h.example"],
  ["a hidden one", "https://ana:[hidden]@h.example", "[hidden]", "https://ana:[hidden]@h.example"],
];

describe.each(HIDING)("%s in an address", (_, url, secret, shown) => {
  it("is found, hidden, and put back", () => {
    expect(secretOfAddress(url)).toBe(secret);
    expect(shownAddress(url)).toBe(shown);
    expect(withSecret(shown, secret)).toBe(url);
  });
});

it.each([
  "https://h.example/a@b",
  "https://h.example?to=ana:x@mail.example",
  "https://h.example#ana:x@y",
  "https://@h.example/",
  "{{ deal.url }}",
  "ana@mail.example",
  "",
])("%j has none", (url) => {
  expect(secretOfAddress(url)).toBeNull();
  expect(shownAddress(url)).toBe(url);
});
