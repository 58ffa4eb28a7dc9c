import type { Facts, Names } from "@trilho/engine/contract";
import { describe, expect, it } from "vitest";
import { contentOf } from "./content.ts";
import { toStep } from "./definition.ts";
import type { StoredTask } from "./model.ts";

const contact = { firstName: `<b>"Ana"</b> & 'Bia'` };
const context = {
  facts: { deal: { name: "Roof" }, contact } as unknown as Facts,
  names: {} as Names,
  timeZone: "UTC",
  locale: "pt-BR",
  now: 0,
};
const sent = async (channel: StoredTask["channel"], step: object, body: object) => {
  const outcome = await contentOf(toStep({ dayNumber: 1, channel, ...step }, 1) as StoredTask, body, context);
  if (outcome.ok) return outcome.value;
  return outcome.failure.fieldErrors?.map(({ field }) => field);
};

describe("what a task sends", () => {
  const step = { message: "Hi {{ deal.name }}" };
  const template = { ...step, whatsappTemplateName: "hello" };
  it.each<[string, object, object, unknown]>([
    ["the step's message, filled in", step, {}, { kind: "text", text: "Hi Roof" }],
    ["the request's own, as it is", step, { message: "{{ x" }, { kind: "text", text: "{{ x" }],
    ["the step's, where the request's is blank", step, { message: " \n" }, { kind: "text", text: "Hi Roof" }],
    ["nothing of a step that is empty once filled in", { message: " {{ deal.value }} " }, {}, ["message"]],
    ["nothing without a text", {}, {}, ["message"]],
    ["the request's own before a template", template, { message: "Own" }, { kind: "text", text: "Own" }],
    [
      "a template in the workspace's language",
      template,
      {},
      { kind: "template", name: "hello", language: "pt_BR", parameters: [] },
    ],
    [
      "a template in its own language, filled in",
      { ...template, whatsappTemplateLanguage: "en", whatsappTemplateParameters: ["{{ deal.name }}", "x"] },
      {},
      { kind: "template", name: "hello", language: "en", parameters: ["Roof", "x"] },
    ],
  ])("by WhatsApp is %s", async (_, of, body, expected) => {
    expect(await sent("whatsapp", of, body)).toEqual(expected);
  });

  const email = { subject: "For {{ deal.name }}", htmlBody: "<p>{{ deal.name }}</p>", textBody: "{{ deal.name }}" };
  const filled = { kind: "email", subject: "For Roof", html: "<p>Roof</p>", text: "Roof" };
  it.each<[string, object, object, unknown]>([
    ["the step's texts, filled in", email, {}, filled],
    ["the step's, where the request's are blank", email, { subject: " ", htmlBody: "", textBody: " " }, filled],
    ["the request's own subject, as it is", email, { subject: "{{ x" }, { ...filled, subject: "{{ x" }],
    ["the request's own HTML alone", email, { htmlBody: "<i>" }, { ...filled, html: "<i>", text: null }],
    ["the request's own text alone", email, { textBody: "Own" }, { ...filled, html: null, text: "Own" }],
    ["text alone, where the step has no other", { ...email, htmlBody: null }, {}, { ...filled, html: null }],
    ["HTML alone, where the step has no other", { ...email, textBody: null }, {}, { ...filled, text: null }],
    ["nothing without a subject", { ...email, subject: null }, {}, ["subject"]],
    ["nothing without a body", { subject: "S" }, {}, ["htmlBody", "textBody"]],
    ["nothing without anything", {}, {}, ["subject", "htmlBody", "textBody"]],
    ["a subject of one line", { ...email, subject: " a \r\n b" }, {}, { ...filled, subject: "a b" }],
    [
      "a name that is no markup in HTML, and itself elsewhere",
      { subject: "{{ contact.firstName }}", htmlBody: "{{ contact.firstName }}", textBody: "{{ contact.firstName }}" },
      {},
      {
        kind: "email",
        subject: contact.firstName,
        html: "&lt;b&gt;&quot;Ana&quot;&lt;/b&gt; &amp; &#39;Bia&#39;",
        text: contact.firstName,
      },
    ],
  ])("by e-mail is %s", async (_, of, body, expected) => {
    expect(await sent("email", of, body)).toEqual(expected);
  });

  it.each(["voice_call", "research"] as const)("of a %s is nothing, whatever is said", async (channel) => {
    expect(await sent(channel, { ...email, ...step }, { message: "x" })).toEqual({ kind: "none" });
  });
});
