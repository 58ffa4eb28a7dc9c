import { describe, expect, it } from "vitest";
import type { Automation } from "@trilho/api-client";
import { blankDraft, isSameDraft, withAddress } from "../../document/draft/draft.ts";
import { isStored } from "../../document/draft/reconcile-publish.ts";

const draft = blankDraft("Calls");
const called = { ...draft, settings: { ...draft.settings, triggerType: "incoming_webhook" } };
const stored = {
  ...called.settings,
  id: "au_1",
  version: 1,
  enabled: false,
  outboundChannelId: null,
  triggerWindow: null,
  conditions: null,
  triggerConfig: { hookToken: "abc" },
  graphDefinition: called.definition,
  actions: [],
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
} as Automation;

describe("the address of incoming calls, which the service makes", () => {
  it("does not make what is stored something else than was sent", () => {
    expect(isStored(stored, called)).toBe(true);
  });

  it("is part of the draft from then on", () => {
    const after = withAddress(called, stored);
    expect(after.settings.triggerConfig).toEqual({ hookToken: "abc" });
    expect(isSameDraft(withAddress(after, stored), after)).toBe(true);
    expect(withAddress(draft, { ...stored, triggerConfig: null })).toBe(draft);
  });
});

const withHeaders = (headers: Record<string, string>) => ({
  version: 2 as const,
  edges: [],
  nodes: [
    {
      id: "hook",
      type: "action" as const,
      actionType: "webhook" as const,
      config: { url: "https://a.example", headers },
    },
  ],
});
const storedWith = (headers: Record<string, string>) =>
  ({ ...stored, ...draft.settings, triggerConfig: null, graphDefinition: withHeaders(headers) }) as Automation;

describe("a header whose value the service hides", () => {
  it("does not make what is stored something else than was sent; another header does", () => {
    const sent = { ...draft, definition: withHeaders({ Authorization: "Bearer one", Accept: "text/plain" }) };
    expect(isStored(storedWith({ Authorization: "[hidden]", Accept: "text/plain" }), sent)).toBe(true);
    expect(isStored(storedWith({ Authorization: "[hidden]", Accept: "text/html" }), sent)).toBe(false);
  });
});
