import { describe, expect, test } from "vitest";
import { shownOf } from "./content.ts";

const whatsapp = (content: object) => shownOf({ kind: "whatsapp", content: content as never });
const message = (change: object) => ({ as: "message", text: "", parts: [], buttons: [], isWhatsapp: true, ...change });

describe("an entry of the outbox shows", () => {
  test.each<[string, object, object]>([
    ["a text", { type: "text", text: { body: "Hi" } }, { text: "Hi" }],
    [
      "buttons",
      {
        type: "interactive",
        interactive: {
          type: "button",
          header: { type: "image", image: { link: "https://a.example/b.png" } },
          body: { text: "Well?" },
          action: { buttons: [{ type: "reply", reply: { id: "y", title: "Yes" } }] },
        },
      },
      {
        text: "Well?",
        buttons: ["Yes"],
        parts: [{ kind: "media", type: "image", name: "https://a.example/b.png" }],
      },
    ],
    [
      "the rows of a list",
      {
        type: "interactive",
        interactive: { body: { text: "Which?" }, action: { sections: [{ rows: [{ id: "a", title: "A" }] }] } },
      },
      { text: "Which?", buttons: ["A"] },
    ],
    [
      "a template",
      { type: "template", template: { name: "welcome" } },
      { parts: [{ kind: "template", name: "welcome" }] },
    ],
    [
      "a file with its caption",
      { type: "image", image: { caption: "Look" }, file: { name: "a.png" } },
      { text: "Look", parts: [{ kind: "media", type: "image", name: "a.png" }] },
    ],
    ["a reaction", { type: "reaction", reaction: { emoji: "👍" } }, { parts: [{ kind: "reaction", emoji: "👍" }] }],
    ["nothing of content that is broken", { type: 3, text: [] }, {}],
  ])("%s of WhatsApp", (_, content, expected) => {
    expect(whatsapp(content)).toEqual(message(expected));
  });

  test("an e-mail as text alone: its HTML is read, and nothing of it is run", () => {
    const content = { to: ["a@example.com"], cc: [], subject: "Hello", html: "<p>Hi <img src=x onerror=boom()></p>" };
    expect(shownOf({ kind: "email", content })).toEqual({
      as: "email",
      to: ["a@example.com"],
      cc: [],
      replyTo: "",
      subject: "Hello",
      preview: "",
      text: "Hi",
    });
  });

  test("a direct message of Instagram, which knows no marks", () => {
    const shown = shownOf({ kind: "instagram", content: { text: "*Hi*" } });
    expect(shown).toEqual(message({ text: "*Hi*", isWhatsapp: false }));
  });

  test("a webhook's body indented, and one that is no JSON as it is", () => {
    const content = { method: "POST", url: "https://a.example/", body: '{"a":1}' };
    const shown = shownOf({ kind: "webhook", content });
    expect(shown).toEqual({ as: "data", words: "body", line: "POST https://a.example/", json: '{\n  "a": 1\n}' });
    expect(shownOf({ kind: "webhook", content: { body: "a=1" } })).toMatchObject({ json: "a=1" });
  });

  test("a comment's answer, a hidden comment, and whatever it does not know", () => {
    expect(shownOf({ kind: "instagram_reply", content: { text: "Thanks", isPrivate: true } })).toEqual({
      as: "comment",
      text: "Thanks",
      isPrivate: true,
    });
    expect(shownOf({ kind: "instagram_hide", content: { hidden: true } })).toEqual({ as: "hiding", hidden: true });
    expect(shownOf({ kind: "pigeon" as never, content: { a: 1 } })).toMatchObject({ as: "data", words: "raw" });
  });
});
