import { describe, expect, it } from "vitest";
import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { action, found, graph, trigger } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

const warnings = (type: ActionType, config?: unknown) =>
  found(graph([trigger(), { ...action("m", type), config }], ["start > m"]), "warning").filter((line) =>
    line.startsWith("message-without-content"),
  );

describe("a message that sends nothing", () => {
  it.each<[string, ActionType, JsonObject | undefined, string]>([
    ["no config", "send_whatsapp", undefined, "text"],
    ["an empty text", "send_whatsapp", { text: "" }, "text"],
    ["a text of spaces", "send_whatsapp", { text: " \n " }, "text"],
    ["empty values of every kind", "send_whatsapp", { text: null, templateComponents: [], media: {} }, "text"],
    ["a key that says no", "send_whatsapp", { preview: false }, "text"],
    [
      "buttons without a text",
      "send_whatsapp",
      { buttons: [{ id: "yes", label: "Yes" }], replyTimeoutSeconds: 60 },
      "text",
    ],
    ["a channel and a language", "send_whatsapp", { channelId: "c", templateLanguageCode: "pt_BR" }, "text"],
    ["what to do where sending was interrupted", "send_whatsapp", { text: "", onUncertain: "retry" }, "text"],
    ["what only the editor reads", "send_whatsapp", { ui: { label: "Hello" } }, "text"],
    ["an address without a letter", "send_email", { to: "ana@example.com", replyTo: "we@example.com" }, "body"],
    ["an Instagram reply", "reply_instagram_comment", {}, "text"],
    ["a private Instagram reply", "send_instagram_private_reply", { text: "" }, "text"],
  ])("%s", (_, type, config, key) => {
    expect(warnings(type, config)).toEqual([`message-without-content /nodes/1/config/${key}`]);
  });

  it("is named", () => {
    const { problems } = validateGraph(graph([trigger(), action("m", "send_email", { subject: " " })], ["start > m"]));
    expect(problems.map(({ message }) => message)).toContainEqual("“Send e-mail” sends nothing: it has no text.");
  });

  it.each<[string, ActionType, unknown]>([
    ["a text", "send_whatsapp", { text: "Hi" }],
    ["a text made by Liquid", "send_whatsapp", { text: "{{ deal.name }}" }],
    ["a template", "send_whatsapp", { templateName: "welcome" }],
    ["a script", "send_whatsapp", { scriptId: "s1" }],
    ["a stored file", "send_whatsapp", { mediaAssetId: "m1" }],
    ["a file elsewhere", "send_whatsapp", { mediaLink: "https://example.com/a.png" }],
    ["a key that is not known here", "send_whatsapp", { attachments: [{ key: "a" }] }],
    ["a number", "send_whatsapp", { templateId: 7 }],
    ["a key that says yes", "send_whatsapp", { location: true }],
    ["a subject alone", "send_email", { subject: "Hello" }],
    ["a body under another name", "send_email", { htmlBody: "<p>Hello</p>" }],
    ["an action that sends no message", "close_conversation", {}],
    ["a config that is not an object: a problem of its own", "send_whatsapp", "Hi"],
  ])("but not %s", (_, type, config) => expect(warnings(type, config)).toEqual([]));
});
