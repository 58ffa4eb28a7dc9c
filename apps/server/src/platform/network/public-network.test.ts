import type { lookup, LookupAddress } from "node:dns";
import { describe, expect, it } from "vitest";
import { isRefusal, publicLookup } from "./public-network.ts";

type Asked = (error: Error | null, addresses: LookupAddress[]) => void;

/** A name server's answers, one after the other. */
function answering(...answers: (string[] | Error)[]): typeof lookup {
  const ask = (_: string, __: object, answer: Asked): void => {
    const next = answers.shift() ?? [];
    if (next instanceof Error) answer(next, []);
    else
      answer(
        null,
        next.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
  };
  return ask as unknown as typeof lookup;
}

const look = (ask: typeof lookup, all: boolean): Promise<unknown> =>
  new Promise((done) => publicLookup(ask)("crm.example", { all }, (error, address) => done(error ?? address)));

describe("a name", () => {
  it.each([
    ["of a private address", ["10.0.0.1"]],
    ["of public addresses and a private one", ["1.1.1.1", "8.8.8.8", "192.168.1.1"]],
    ["of a private address in IPv6", ["2606:4700:4700::1111", "fd00:ec2::254"]],
    ["of a private address in IPv4 within IPv6", ["::ffff:169.254.169.254"]],
    ["of this machine, in no digits", ["0.0.0.0"]],
  ])("%s is refused", async (_, addresses) => {
    for (const all of [true, false]) expect(isRefusal(await look(answering(addresses), all))).toBe(true);
  });

  it("of public addresses leads to them", async () => {
    const addresses = ["1.1.1.1", "2606:4700:4700::1111"];
    expect(await look(answering(addresses), true)).toEqual([
      { address: "1.1.1.1", family: 4 },
      { address: "2606:4700:4700::1111", family: 6 },
    ]);
    expect(await look(answering(addresses), false)).toBe("1.1.1.1");
  });

  it("is asked for once, so that a second answer leads nowhere", async () => {
    expect(await look(answering(["1.1.1.1"], ["127.0.0.1"]), false)).toBe("1.1.1.1");
  });

  it.each([
    ["that nobody has", new Error("ENOTFOUND")],
    ["without an address", []],
  ])("%s is no refusal", async (_, answer) => {
    const error = await look(answering(answer), true);
    expect(error).toBeInstanceOf(Error);
    expect(isRefusal(error)).toBe(false);
  });
});
