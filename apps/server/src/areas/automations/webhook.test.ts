import type { JsonObject } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { CHAIN_HEADER, webhookBody, webhookRequest, type WebhookDelivery } from "./webhook.ts";

const EVENT = { event: "deal_created" };
const DELIVERY: WebhookDelivery = {
  config: { url: "https://a.example/in" },
  body: "{}",
  secret: "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
  messageId: "msg_1",
  at: Date.parse("2026-01-01T00:00:00.900Z"),
};
const requestOf = (config: JsonObject, more: Partial<WebhookDelivery> = {}) =>
  webhookRequest({ ...DELIVERY, config: { ...DELIVERY.config, ...config }, ...more });
const headersOf = (headers: JsonObject["headers"]) => requestOf({ headers: headers ?? null }).headers;

describe("the body of a webhook", () => {
  test.each<[what: string, config: JsonObject, body: string]>([
    ["of none of its own is the event", {}, '{"event":"deal_created"}'],
    ["of null is the event", { body: null }, '{"event":"deal_created"}'],
    ["of a text is that text", { body: "a=1" }, "a=1"],
    ["of an empty text is empty", { body: "" }, ""],
    ["of an object is JSON", { body: { a: [1, null] } }, '{"a":[1,null]}'],
    ["of false is JSON", { body: false }, "false"],
    ["of a GET is nothing", { method: "GET", body: "a" }, ""],
    ["of a HEAD in small letters is nothing", { method: "head" }, ""],
    ["of a DELETE is there", { method: "DELETE", body: "a" }, "a"],
  ])("%s", (_what, config, body) => {
    expect(webhookBody(config, EVENT)).toBe(body);
  });
});

describe("the request of a webhook", () => {
  test("is a POST of JSON by default, signed for whole seconds", () => {
    expect(requestOf({})).toEqual({
      url: "https://a.example/in",
      method: "POST",
      body: "{}",
      headers: {
        "Content-Type": "application/json",
        "User-Agent": "Trilho-Webhooks/1",
        "webhook-id": "msg_1",
        "webhook-timestamp": "1767225600",
        "webhook-signature": expect.stringMatching(/^v1,/),
      },
    });
  });

  test.each<[method: JsonObject["method"], sent: string]>([
    ["put", "PUT"],
    ["PATCH", "PATCH"],
    [7, "POST"],
    [null, "POST"],
  ])("with the method %j is a %s", (method, sent) => {
    expect(requestOf({ method: method ?? null }).method).toBe(sent);
  });

  test.each([7, null, ["https://a.example"]])("to %j goes nowhere", (url) => {
    expect(requestOf({ url }).url).toBe("");
  });

  test("says that it is a test, and which runs led to it, where that is so", () => {
    expect(requestOf({}, { isTest: true }).headers).toMatchObject({ "X-Service-Test": "true" });
    expect(requestOf({}, { isTest: false }).headers).not.toHaveProperty("X-Service-Test");
    expect(requestOf({}, { chainMark: "c.1" }).headers).toMatchObject({ [CHAIN_HEADER]: "c.1" });
    expect(requestOf({}).headers).not.toHaveProperty(CHAIN_HEADER);
  });
});

describe("a webhook's own headers", () => {
  test("take the place of the defaults, whatever their capitals", () => {
    const headers = headersOf({ "content-type": "text/plain", "USER-AGENT": "Ours" });
    expect(headers).toMatchObject({ "content-type": "text/plain", "USER-AGENT": "Ours" });
    expect(headers).not.toHaveProperty("Content-Type");
    expect(headers).not.toHaveProperty("User-Agent");
  });

  test("never take the place of the signature, of the test's mark or of the chain's", () => {
    const own = { "Webhook-Id": "x", "x-service-test": "false", "x-service-chain": "x" };
    const { headers } = requestOf({ headers: own }, { isTest: true, chainMark: "c.1" });
    expect(Object.keys(headers).filter((name) => name.toLowerCase() in { "webhook-id": 1 })).toEqual(["webhook-id"]);
    expect(headers).toMatchObject({ "webhook-id": "msg_1", "X-Service-Test": "true", [CHAIN_HEADER]: "c.1" });
    expect(headers).not.toHaveProperty("x-service-test");
    expect(headers).not.toHaveProperty("x-service-chain");
  });

  test("are one line each", () => {
    expect(headersOf({ "X-A": " a\r\nb\u0000\u007fc\t" })).toMatchObject({ "X-A": "a b c" });
  });

  test("are sent as their texts", () => {
    expect(headersOf({ "X-Number": 0, "X-Yes": true })).toMatchObject({ "X-Number": "0", "X-Yes": "true" });
  });

  test("that are the connection's, or no plain values, are left out", () => {
    const own = { Host: "x", "Content-Length": 1, connection: "x", "Transfer-Encoding": "x", "X-A": null, "X-B": [1] };
    expect(Object.keys(headersOf(own)).toSorted()).toEqual(Object.keys(headersOf({})).toSorted());
  });

  test.each([null, "X-A: 1", [["X-A", "1"]]])("given as %j are none", (headers) => {
    expect(headersOf(headers)).toEqual(headersOf({}));
  });
});
