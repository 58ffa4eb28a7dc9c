import { describe, expect, it } from "vitest";
import type { JsonObject } from "../contract/json.ts";
import { mailOf } from "./mail.ts";

describe("an e-mail", () => {
  it.each<[string, string, string]>([
    ["one line", "Hi Ana", "<p>Hi Ana</p>"],
    ["paragraphs and lines", "Hi\n\nOne\nTwo", "<p>Hi</p>\n<p>One<br>\nTwo</p>"],
    ["what HTML would take for its own", `<b> & "x"`, "<p>&lt;b&gt; &amp; &quot;x&quot;</p>"],
    [
      "a link, without the stop behind it",
      "See https://a.example/q?a=1&b=2.",
      '<p>See <a href="https://a.example/q?a=1&amp;b=2">https://a.example/q?a=1&amp;b=2</a>.</p>',
    ],
    [
      "links alone",
      "http://a.example http://b.example",
      '<p><a href="http://a.example">http://a.example</a> <a href="http://b.example">http://b.example</a></p>',
    ],
    ["no link to a script", "javascript:alert(1)", "<p>javascript:alert(1)</p>"],
  ])("has %s in its HTML", (_, body, html) => {
    expect(mailOf({ body })).toEqual({ subject: null, preview: null, html, text: body });
  });

  it("hides its preview text before the message, on one line, and keeps the message out of it", () => {
    const { html, text, preview } = mailOf({ previewText: " Two\nroofs <3 ", body: "Hi" });
    expect(preview).toBe(" Two\nroofs <3 ");
    expect(html).toMatch(/^<div style="display:none;[^"]+">Two roofs &lt;3(&nbsp;&zwnj;){138}<\/div>\n<p>Hi<\/p>$/);
    expect(text).toBe("Hi");
  });

  it.each<[string, JsonObject, string | null, string | null]>([
    ["the message", { body: "Hi" }, "<p>Hi</p>", "Hi"],
    ["what is written for it", { body: "Hi", plainText: "Hello" }, "<p>Hi</p>", "Hello"],
    ["the message where that is blank", { body: "Hi", plainText: " \n" }, "<p>Hi</p>", "Hi"],
    ["all there is without a message", { plainText: "Hello", previewText: "x" }, null, "Hello"],
    ["nothing where nothing is written", { body: 5, subject: "Hi" }, null, null],
  ])("has as its plain text %s", (_, config, html, text) => {
    expect(mailOf(config)).toMatchObject({ html, text });
  });
});
