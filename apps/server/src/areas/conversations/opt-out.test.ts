import { expect, it } from "vitest";
import { optOutKeyword } from "./opt-out.ts";

it.each<[body: string, keyword: string | null]>([
  ["STOP", "STOP"],
  [" stop. ", "STOP"],
  ["Stop -- all!", "STOP ALL"],
  ["opt-out", "OPT OUT"],
  ["*Sair*", "SAIR"],
  ["Descadástre", "DESCADASTRE"],
  [`stop${"!".repeat(100)}`, "STOP"],
  ["I will stop by", null],
  ["stop 2", null],
  ["s t o p", null],
  ["", null],
])("%j asks to hear no more by %j", (body, keyword) => {
  expect(optOutKeyword(body)).toBe(keyword);
});
