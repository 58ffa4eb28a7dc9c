import type { Automation } from "@trilho/api-client";
import { describe, expect, test } from "vitest";
import { blankDraft, bodyOf, isSameDraft, withAddress, withoutAddress, type Scope } from "./draft.ts";

const blank = blankDraft("  Welcome ");
const set = (settings: Partial<Automation>) => ({ ...blank, settings: { ...blank.settings, ...settings } as never });

test.each<[Scope, string | null, string | null]>([
  ["global", null, null],
  ["pipeline", "p", null],
  ["stage", "p", "s"],
])("of the scope %s is sent what it uses", (scope, pipelineId, stageId) => {
  expect(bodyOf(set({ scope, pipelineId: "p", stageId: "s" }))).toMatchObject({ scope, pipelineId, stageId });
});

test("the name is sent without spaces around it, and what the editor does not show as it was", () => {
  const conditions = [{ field: "deal.value", operator: ">", value: 1 }] as never;
  expect(bodyOf({ ...blank, kept: { conditions } })).toMatchObject({ name: "Welcome", conditions });
});

describe("the address for incoming calls", () => {
  const given = { triggerConfig: { hookToken: "secret" } };

  test("is taken into a draft, once", () => {
    const draft = withAddress(set({ triggerConfig: { days: 3 } }), given);
    expect(draft.settings.triggerConfig).toEqual({ days: 3, hookToken: "secret" });
    expect(withAddress(draft, given)).toBe(draft);
    expect(withAddress(blank, { triggerConfig: null })).toBe(blank);
    expect(withAddress(blank, { triggerConfig: { hookToken: 7 } })).toBe(blank);
  });

  test("is none of the settings that a person sets", () => {
    const { settings } = set({ triggerConfig: { days: 3, hookToken: "secret" } });
    expect(withoutAddress(settings)).toMatchObject({ triggerConfig: { days: 3 } });
    expect(withoutAddress(settings).triggerConfig).not.toHaveProperty("hookToken");
    expect(withoutAddress(blank.settings)).toBe(blank.settings);
  });
});

test("drafts are the same whatever the order of their keys, and another name, trigger or step tells them apart", () => {
  const { name, ...rest } = blank.settings;
  expect(isSameDraft(blank, { ...blank, settings: { ...rest, name } })).toBe(true);
  expect(isSameDraft(blank, { ...blank, definition: structuredClone(blank.definition) })).toBe(true);
  expect(isSameDraft(blank, set({ name: "Other" }))).toBe(false);
  expect(isSameDraft(blank, { ...blank, definition: { version: 2, nodes: [] } })).toBe(false);
});
