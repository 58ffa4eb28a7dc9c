import { describe, expect, it } from "vitest";
import { chooseChannel, noChannel, readRecipient } from "./recipient.ts";
import type { ChannelKind } from "./sender.ts";

const instagram = (instagramId: string) => ({ kind: "instagram", instagramId });

describe("whom a message is for", () => {
  it.each<[text: string, recipient: object | null]>([
    ["(11) 98765-4321", { kind: "whatsapp", phone: "+5511987654321" }],
    [" +5511987654321 ", { kind: "whatsapp", phone: "+5511987654321" }],
    ["ig:5269001", instagram("5269001")],
    [" IG:a_1 ", instagram("a_1")],
    [`ig:${"1".repeat(100)}`, instagram("1".repeat(100))],
    [`ig:${"1".repeat(101)}`, null],
    ["ig:", null],
    ["ig:a b", null],
    ["big:5269001", null],
    ["somebody", null],
  ])("in %j is %j", (text, recipient) => {
    expect(readRecipient(text, "pt-BR")).toEqual(recipient);
  });
});

const channel = (id: string, kind: ChannelKind, isDefault = false) => ({
  id,
  kind,
  name: id,
  phoneNumberId: `number of ${id}`,
  isDefault,
});
const SALES = channel("sales", "whatsapp");
const SUPPORT = channel("support", "whatsapp", true);
const ACME = channel("acme", "instagram");

describe("the channel of a message", () => {
  const choose = (wanted: object, channels = [SALES, SUPPORT, ACME]) =>
    chooseChannel(channels, { kind: "whatsapp", channelId: null, senderPhoneNumberId: null, ...wanted });

  it.each<[string, object, ReturnType<typeof channel>[], object]>([
    ["the one by id", { channelId: "sales", senderPhoneNumberId: "number of support" }, [SALES, SUPPORT], SALES],
    ["the one by its sender", { senderPhoneNumberId: "number of sales" }, [SALES, SUPPORT], SALES],
    ["the default of its kind", {}, [SALES, SUPPORT, ACME], SUPPORT],
    ["the only one of its kind", { kind: "instagram" }, [SALES, SUPPORT, ACME], ACME],
  ])("is %s", (_, wanted, channels, found) => {
    expect(choose(wanted, channels)).toEqual({ ok: true, channel: found });
  });

  it.each<[string, object, object]>([
    ["an unknown id", { channelId: "gone" }, { field: "channelId", message: "is not a channel of this workspace" }],
    [
      "an unknown sender",
      { senderPhoneNumberId: "gone" },
      { field: "senderPhoneNumberId", message: "is not a channel of this workspace" },
    ],
    [
      "another kind's id",
      { channelId: "acme" },
      { field: "channelId", message: "is a channel of instagram, not whatsapp" },
    ],
  ])("is not found by %s", (_, wanted, problem) => {
    expect(choose(wanted)).toMatchObject({ ok: false, problem });
  });

  it.each<[string, ReturnType<typeof channel>[]]>([
    ["there is none of the kind", [ACME]],
    ["none of several is the default", [SALES, { ...SUPPORT, isDefault: false }]],
  ])("is left open where %s", (_, channels) => {
    expect(choose({}, channels)).toEqual({ ok: false, problem: null });
  });

  it("that is missing has a reason for runs, which send by WhatsApp alone", () => {
    expect(noChannel("whatsapp")).toMatchObject({ code: "CONFLICT", reason: { code: "channel-missing" } });
    expect(noChannel("instagram")).not.toHaveProperty("reason");
  });
});
