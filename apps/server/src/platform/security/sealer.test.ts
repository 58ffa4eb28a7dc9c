import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestKey } from "./keys.ts";
import { createSealer } from "./sealer.ts";

const sealer = createSealer("a server secret", "secrets");

describe("a sealer", () => {
  it("opens what it sealed, whatever the text and context", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (text, context) => {
        expect(sealer.open(sealer.seal(text, context), context)).toBe(text);
      }),
    );
  });

  it("never seals the same text to the same bytes", () => {
    expect(sealer.seal("x", "c")).not.toBe(sealer.seal("x", "c"));
  });

  const sealed = sealer.seal("hush", "workspace 1");
  const flipped = sealed.slice(0, -2) + (sealed.at(-2) === "A" ? "B" : "A") + sealed.at(-1);
  it.each([
    ["another context", () => sealer.open(sealed, "workspace 2")],
    ["another purpose", () => createSealer("a server secret", "cursors").open(sealed, "workspace 1")],
    ["another server", () => createSealer("another secret", "secrets").open(sealed, "workspace 1")],
    ["a changed byte", () => sealer.open(flipped, "workspace 1")],
    ["a cut text", () => sealer.open(sealed.slice(0, 20), "workspace 1")],
    ["an empty text", () => sealer.open("", "workspace 1")],
    ["text that is no base64url", () => sealer.open("{}", "workspace 1")],
  ])("answers null to %s", (_, open) => {
    expect(open()).toBeNull();
  });
});

describe("a key's digest", () => {
  it("is 64 hex digits, the same for the same key and server", () => {
    expect(digestKey("s", "trk_live_1")).toMatch(/^[0-9a-f]{64}$/);
    expect(digestKey("s", "trk_live_1")).toBe(digestKey("s", "trk_live_1"));
  });
  it("differs by key and by server", () => {
    expect(digestKey("s", "trk_live_1")).not.toBe(digestKey("s", "trk_live_2"));
    expect(digestKey("s", "trk_live_1")).not.toBe(digestKey("t", "trk_live_1"));
  });
});
