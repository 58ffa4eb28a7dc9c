import { describe, expect, it } from "vitest";
import { blankDraft } from "./draft.ts";
import { fromJson, jsonOf } from "./transfer.ts";

const blank = blankDraft("Welcome");
const draft = { ...blank, settings: { ...blank.settings, triggerConfig: { days: 3 } } };

it("an exported automation comes back as it was", () => {
  const read = fromJson(jsonOf(draft), "x");
  expect(read.ok && read.draft.settings).toEqual(draft.settings);
  expect(read.ok && read.draft.definition).toEqual(draft.definition);
  expect(read.ok && read.draft.settings.triggerConfig).toEqual({ days: 3 });
});

describe("a file", () => {
  it("with the API's envelope is read", () => {
    const read = fromJson(JSON.stringify({ data: { name: "A", graphDefinition: { version: 2, nodes: [] } } }), "x");
    expect(read.ok && read.draft.settings.name).toBe("A");
  });

  it("with a bare graph is read under a name of its own", () => {
    const read = fromJson('{"version":2,"nodes":[]}', "Imported");
    expect(read.ok && read.draft.settings.name).toBe("Imported");
  });

  it("keeps a definition that nobody can draw", () => {
    const read = fromJson('{"name":"A","graphDefinition":"broken"}', "x");
    expect(read.ok && read.draft.definition).toBe("broken");
  });

  it.each([
    ["{", "importNotJson"],
    ["[]", "importNoGraph"],
    ['{"name":"A"}', "importNoGraph"],
    ["null", "importNoGraph"],
    [`"${"x".repeat(3_000_000)}"`, "importTooBig"],
  ])("that is no automation is refused", (text, reason) => {
    expect(fromJson(text, "x")).toEqual({ ok: false, reason });
  });

  it("takes no value of a wrong type", () => {
    const read = fromJson('{"name":7,"scope":"moon","triggerType":[],"graphDefinition":{},"conditions":[1]}', "x");
    expect(read.ok && read.draft).toEqual({
      ...blankDraft("x"),
      kept: { outboundChannelId: null, conditions: null },
      definition: {},
    });
  });
});
