import { describe, expect, it } from "vitest";
import { cnpjKey, normaliseDomain } from "./model.ts";

describe("the domain of a company", () => {
  it.each<[given: string | null | undefined, domain: string | null]>([
    ["acme.com", "acme.com"],
    [" Acme.COM ", "acme.com"],
    ["https://acme.com", "acme.com"],
    ["HTTP://www.acme.com/", "acme.com"],
    ["git+ssh://acme.com", "acme.com"],
    ["www.acme.com", "acme.com"],
    ["acme.com/about", "acme.com"],
    ["acme.com?from=https://other.example", "acme.com"],
    ["acme.com#top", "acme.com"],
    ["acme.com/a\nb", "acme.com"],
    ["awww.example", "awww.example"],
    ["wwwacme.com", "wwwacme.com"],
    [" ", null],
    ["https://", null],
    [null, null],
    [undefined, null],
  ])("in %j is %j", (given, domain) => {
    expect(normaliseDomain(given)).toBe(domain);
  });
});

describe("the number of a company", () => {
  it.each<[given: string | null | undefined, key: string | null]>([
    ["12.abc.345/01de-35", "12ABC34501DE35"],
    [" 11 222 333 0001 81 ", "11222333000181"],
    ["./-", null],
    ["", null],
    [null, null],
    [undefined, null],
  ])("in %j is known by %j", (given, key) => {
    expect(cnpjKey(given)).toBe(key);
  });
});
