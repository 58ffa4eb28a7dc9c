import { referenceRules, validateGraph } from "@trilho/engine";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPrivateAddress } from "./private-addresses.ts";
import { createWebhookCaller } from "../../channels/webhook-caller.ts";

describe("an address", () => {
  test.each([
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "198.19.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:a9fe:a9fe",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2002:7f00:1::",
    "2001:0:7f00::",
    "2001:db8::1",
  ])("%s is not one of the public internet", (address) => expect(isPrivateAddress(address)).toBe(true));

  test.each(["1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"])(
    "%s is one of the public internet",
    (address) => expect(isPrivateAddress(address)).toBe(false),
  );
});

describe("a webhook to this server's own network", () => {
  test.each([
    "http://127.0.0.1:9/",
    "http://localhost:9/",
    "http://[::1]:9/",
    "http://[::ffff:127.0.0.1]:9/",
    "http://[::ffff:0:127.0.0.1]:9/",
    "http://[64:ff9b::127.0.0.1]:9/",
    "http://[fe80::1]:9/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://LocalHost:9/",
    "http://0:9/",
    "http://0.0.0.0:9/",
    "http://017700000001:9/",
    "http://①②⑦.⓪.⓪.①:9/",
    "http://127.0.0.1.:9/",
    "http://example.com@127.0.0.1:9/",
    "http://0x7f000001:9/",
    "http://2130706433:9/",
    "http://127.1:9/",
    "http://169.254.169.254/latest/meta-data/",
  ])("is refused however it is written: %s", async (url) => {
    const caller = createWebhookCaller({ allowPrivate: false });
    expect(await caller.call({ url, method: "POST", headers: {}, body: "{}" }, 2000)).toMatchObject({
      answered: false,
      isRefused: true,
      failure: [{ code: "address-private" }],
    });
    await caller.close();
  });
});

/** Whether who draws a webhook with this address is warned that it is never called. */
function isWarnedOf(url: string): boolean {
  const nodes = [
    { id: "start", type: "trigger" },
    { id: "call", type: "action", actionType: "webhook", config: { url } },
  ];
  const graph = { version: 2, nodes, edges: [{ source: "start", target: "call" }] };
  const extraRules = referenceRules({ callsPrivateAddresses: false });
  return validateGraph(graph, { extraRules }).problems.some(({ code }) => code === "private-address");
}

const FIRST = fc.constantFrom(
  "0",
  "10",
  "127",
  "169.254",
  "172.15",
  "172.16",
  "172.31",
  "172.32",
  "192.167",
  "192.168",
);
const ipv4 = fc
  .tuple(FIRST, fc.ipV4())
  .map(([first, rest]) => [...first.split("."), ...rest.split(".")].slice(0, 4).join("."));
const ipv6 = fc.tuple(fc.constantFrom("fc00", "fdff", "fe7f", "fe80", "febf", "fec0", "2001"), fc.nat(0xffff));

test("no drawing is warned of an address that the server would call", () => {
  const hosts = fc.oneof(
    ipv4.map((address) => [address, address]),
    ipv6.map(([first, last]) => [`${first}::${last.toString(16)}`, `[${first}::${last.toString(16)}]`]),
  );
  fc.assert(
    fc.property(hosts, ([address = "", host = ""]) => {
      expect(!isWarnedOf(`http://${host}/`) || isPrivateAddress(address)).toBe(true);
    }),
  );
});
