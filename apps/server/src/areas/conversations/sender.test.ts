import { failureReason } from "@trilho/engine/failures";
import { describe, expect, it } from "vitest";
import { asUncertain, LOST, noticesOfSent, notSent } from "./sender.ts";

const GONE = notSent(true, [failureReason("channel-gone"), failureReason("contact-gone")]);

describe("a message that was not sent", () => {
  it.each<[locale: string, message: RegExp]>([
    ["pt-BR", /canal/i],
    ["en-US", /channel/i],
  ])("is told in the workspace's language: %s", (locale, message) => {
    const notices = [{ code: "channel-gone", message: expect.stringMatching(message), fields: [] }];
    expect(noticesOfSent(GONE, locale)).toEqual(notices);
  });

  it("is told though nobody knows why", () => {
    expect(noticesOfSent(notSent(false, []), "en")).toEqual([{ code: "not-sent", message: "", fields: [] }]);
  });

  it("may have gone out, which is told besides", () => {
    const failure = [...GONE.failure, { code: "may-have-gone-out", params: {} }];
    expect(asUncertain(GONE)).toEqual({ ...GONE, isUncertain: true, failure });
    expect(LOST).toMatchObject({ isPermanent: false, isUncertain: true, retryAfterMs: null });
  });
});

it("a message that was sent needs no word", () => {
  expect(noticesOfSent({ ok: true, provider: "meta", externalId: "1" }, "en")).toEqual([]);
});
