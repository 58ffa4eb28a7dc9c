import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signWebhook, verifyWebhook, type Delivery, type Verified } from "./webhooks.ts";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, ok").toString("base64")}`;
const body = '{"event":"deal_won","name":"João 😀"}';
const timestamp = 1_800_000_000;
const now = timestamp * 1000;
const signed = () => signWebhook(body, { secret, id: "msg_1", timestamp });

describe("a signature", () => {
  it("is the contract's: the hex HMAC-SHA-256 of the body", async () => {
    const expected = createHmac("sha256", secret).update(body).digest("hex");
    expect((await signed())["X-Service-Signature-256"]).toBe(`sha256=${expected}`);
  });

  it("is that of Standard Webhooks: id, time and body under the bytes of the secret", async () => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const expected = createHmac("sha256", key).update(`msg_1.${timestamp}.${body}`).digest("base64");
    expect((await signed())["webhook-signature"]).toBe(`v1,${expected}`);
  });
});

const verify = async (change: (headers: Record<string, string>) => Partial<Delivery> = () => ({})) => {
  const headers = await signed();
  return verifyWebhook({ body, headers, ...change(headers) }, secret, { now });
};
const without = (headers: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

describe("a delivery", () => {
  const standard = ["webhook-id", "webhook-timestamp", "webhook-signature"];

  it.each<[string, (headers: Record<string, string>) => Partial<Delivery>]>([
    ["as it was signed", () => ({})],
    ["as bytes", () => ({ body: new TextEncoder().encode(body) })],
    ["with Headers", (headers) => ({ headers: new Headers(headers) })],
    [
      "with Node's headers",
      (headers) => ({ headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toLowerCase(), v])) }),
    ],
    [
      "with another key's signature beside",
      (headers) => ({ headers: { ...headers, "webhook-signature": `v1,AAAA ${headers["webhook-signature"]}` } }),
    ],
  ])("is genuine %s", async (_, change) => {
    expect(await verify(change)).toEqual({ ok: true });
  });

  it.each<[string, string, (headers: Record<string, string>) => Partial<Delivery>]>([
    ["wrong-signature", "with another body", () => ({ body: `${body} ` })],
    [
      "wrong-signature",
      "with another time",
      (headers) => ({ headers: { ...headers, "webhook-timestamp": String(timestamp + 1) } }),
    ],
    [
      "wrong-signature",
      "with text that is no base64",
      (headers) => ({ headers: { ...headers, "webhook-signature": "v1,%%%" } }),
    ],
    ["no-signature", "without any signature", () => ({ headers: {} })],
    ["no-timestamp", "with the contract's signature alone", (headers) => ({ headers: without(headers, ...standard) })],
    ["no-timestamp", "without its time", (headers) => ({ headers: without(headers, "webhook-timestamp") })],
    [
      "no-timestamp",
      "with a time that is none",
      (headers) => ({ headers: { ...headers, "webhook-timestamp": "soon" } }),
    ],
  ])("is refused for %s %s", async (reason, _, change) => {
    expect(await verify(change)).toEqual({ ok: false, reason });
  });

  it.each<[string, Verified, (headers: Record<string, string>) => Partial<Delivery>]>([
    ["the contract's signature alone", { ok: true }, (headers) => ({ headers: without(headers, ...standard) })],
    [
      "the contract's signature of another body",
      { ok: false, reason: "wrong-signature" },
      (headers) => ({ body: "{}", headers: without(headers, ...standard) }),
    ],
    [
      "a wrong signature of its time beside the contract's",
      { ok: false, reason: "wrong-signature" },
      (headers) => ({ headers: { ...headers, "webhook-signature": "v1,AAAA" } }),
    ],
    ["no signature", { ok: false, reason: "no-signature" }, () => ({ headers: {} })],
  ])("whose time is not asked for, with %s", async (_, expected, change) => {
    const headers = await signed();
    const delivery = { body, headers, ...change(headers) };
    expect(await verifyWebhook(delivery, secret, { now, requireTimestamp: false })).toEqual(expected);
  });

  it.each([-301, 301])("is too old or too new %d seconds away", async (seconds) => {
    const headers = await signed();
    expect(await verifyWebhook({ body, headers }, secret, { now: now + seconds * 1000 })).toEqual({
      ok: false,
      reason: "too-old",
    });
    expect(
      await verifyWebhook({ body, headers }, secret, { now: now + seconds * 1000, toleranceSeconds: 302 }),
    ).toEqual({ ok: true });
  });

  it("of another automation is refused", async () => {
    expect(await verifyWebhook({ body, headers: await signed() }, "whsec_b3RoZXI=", { now })).toMatchObject({
      ok: false,
    });
  });
});
