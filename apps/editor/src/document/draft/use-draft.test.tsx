import type { Automation } from "@trilho/api-client";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { graph } from "../testing.ts";
import { blankDraft, draftOf, type Draft } from "./draft.ts";
import { useDraft, type DraftOptions } from "./use-draft.ts";

afterEach(cleanup);

const stored = (version: number, change: Partial<Automation> = {}): Automation => {
  const kept = { graphDefinition: graph("t>a"), outboundChannelId: null, conditions: null };
  return { ...blankDraft("Welcome").settings, ...kept, version, ...change } as Automation;
};
const ours = stored(1);
const theirs = stored(2, { name: "Theirs" });

function open(options: Partial<DraftOptions> = {}) {
  const hook = renderHook(() => useDraft({ base: ours, draft: draftOf(ours), untouched: true, ...options }));
  return {
    now: () => hook.result.current,
    act: (change: (draft: ReturnType<typeof useDraft>) => void) => act(() => change(hook.result.current)),
  };
}

describe("a draft", () => {
  test("is changed once something in it is, and unchanged when that is taken back", () => {
    const page = open();
    expect(page.now().dirty).toBe(false);
    page.act(({ setSettings }) => setSettings({ name: "VIPs" }));
    expect(page.now()).toMatchObject({ dirty: true, draft: { settings: { name: "VIPs", scope: "global" } } });
    page.act(({ setSettings }) => setSettings({ name: "Welcome" }));
    expect(page.now().dirty).toBe(false);
  });

  test("from a file is worth keeping before anything is changed", () => {
    expect(open({ base: null, draft: blankDraft("Imported"), untouched: false }).now().dirty).toBe(true);
    expect(open({ base: null, draft: blankDraft("New"), untouched: true }).now().dirty).toBe(false);
  });

  test("typed as JSON is kept until it is applied", () => {
    const page = open();
    page.act(({ setRaw }) => setRaw("{"));
    expect(page.now()).toMatchObject({ raw: "{", dirty: false });
    page.act(({ setDefinition }) => setDefinition(graph("t>b")));
    expect(page.now()).toMatchObject({ raw: null, dirty: true, draft: { definition: graph("t>b") } });
  });

  test("that was published keeps what was changed meanwhile", () => {
    const page = open();
    page.act(({ setSettings }) => setSettings({ name: "Sent" }));
    const sent = page.now().draft;
    page.act(({ setSettings }) => setSettings({ name: "Later" }));
    page.act(({ markPublished }) => markPublished(stored(2, { triggerConfig: { hookToken: "secret" } }), sent));
    expect(page.now()).toMatchObject({
      base: { version: 2 },
      dirty: true,
      draft: { settings: { name: "Later", triggerConfig: { hookToken: "secret" } } },
    });
    page.act(({ setSettings }) => setSettings({ name: "Sent" }));
    expect(page.now().dirty).toBe(false);
  });

  test("keeps its address when its settings go back", () => {
    const page = open({ draft: draftOf(stored(1, { triggerConfig: { hookToken: "secret" } })) });
    page.act(({ restoreSettings }) =>
      restoreSettings({ ...blankDraft("Before").settings, triggerConfig: { days: 2 } }),
    );
    expect(page.now().draft.settings).toMatchObject({
      name: "Before",
      triggerConfig: { days: 2, hookToken: "secret" },
    });
  });

  test("gives way to another version, and comes back with what it started from", () => {
    const page = open();
    page.act(({ setSettings }) => setSettings({ name: "Mine" }));
    const first = page.now().document;
    page.act(({ openTheirs }) => openTheirs(theirs));
    expect(page.now()).toMatchObject({ base: { version: 2 }, dirty: false, shelved: { base: { version: 1 } } });
    const second = page.now().document;
    page.act(({ reopenMine }) => reopenMine());
    expect(page.now()).toMatchObject({ base: { version: 1 }, dirty: true, shelved: null });
    expect(page.now().draft.settings.name).toBe("Mine");
    // Each is another document, whose history starts anew.
    expect(new Set([first, second, page.now().document]).size).toBe(3);
    page.act(({ reopenMine }) => reopenMine());
    expect(page.now().draft.settings.name).toBe("Mine");
  });

  test("that was set aside can be thrown away", () => {
    const page = open();
    page.act(({ openTheirs }) => openTheirs(theirs));
    page.act(({ discardMine }) => discardMine());
    expect(page.now()).toMatchObject({ base: { version: 2 }, shelved: null });
  });

  test("that was never published sets nothing aside", () => {
    const page = open({ base: null });
    page.act(({ openTheirs }) => openTheirs(theirs));
    expect(page.now().shelved).toBeNull();
  });

  test("from an earlier page is kept, or thrown away for what is stored", () => {
    const restored = { savedAt: "2026-01-05T12:00:00Z", version: 1, changes: 2 };
    const kept = open({ restored });
    kept.act(({ keepRestored }) => keepRestored());
    expect(kept.now().restored).toBeNull();
    const thrown = open({ restored, draft: blankDraft("Mine"), untouched: false });
    thrown.act(({ discardRestored }) => discardRestored(ours, draftOf(ours)));
    expect(thrown.now()).toMatchObject({ restored: null, dirty: false, draft: { settings: { name: "Welcome" } } });
  });

  test("from an earlier page that was thrown away is taken back with what it started from", () => {
    const restored = { savedAt: "2026-01-05T12:00:00Z", version: 1, changes: 2 };
    const page = open({ restored, draft: blankDraft("Mine"), untouched: false });
    page.act(({ discardRestored }) => discardRestored(theirs, draftOf(theirs)));
    page.act(({ takeBack }) => takeBack());
    expect(page.now()).toMatchObject({ base: { version: 1 }, dirty: true, discarded: null });
    expect(page.now().draft.settings.name).toBe("Mine");
    page.act(({ takeBack }) => takeBack());
    expect(page.now().draft.settings.name).toBe("Mine");
  });

  test("that was never published is taken back as one that nobody stored", () => {
    const page = open({ base: null, draft: blankDraft("Mine"), untouched: false });
    page.act(({ discardRestored }) => discardRestored(null, blankDraft("New")));
    expect(page.now()).toMatchObject({ dirty: false, draft: { settings: { name: "New" } } });
    page.act(({ takeBack }) => takeBack());
    expect(page.now()).toMatchObject({ base: null, saved: null, dirty: true, draft: { settings: { name: "Mine" } } });
  });

  test("that was thrown away can be left at that", () => {
    const page = open({ base: null, draft: blankDraft("Mine"), untouched: false });
    page.act(({ discardRestored }) => discardRestored(null, blankDraft("New")));
    page.act(({ leaveDiscarded }) => leaveDiscarded());
    expect(page.now()).toMatchObject({ discarded: null, draft: { settings: { name: "New" } } });
  });

  test("follows another tab", () => {
    const page = open();
    page.act(({ follow }) => follow(theirs, { ...draftOf(theirs), definition: graph("t") }));
    expect(page.now()).toMatchObject({ base: { version: 2 }, dirty: true, draft: { definition: graph("t") } });
    page.act(({ follow }) => follow(null, blankDraft("New")));
    expect(page.now()).toMatchObject({ base: null, saved: null, dirty: true });
  });
});

describe("a merge", () => {
  const merged: Draft = { ...draftOf(theirs), definition: graph("t>a>b") };

  test("is one step, which going back takes back with its settings and base, and forward brings again", () => {
    const page = open();
    page.act(({ setSettings }) => setSettings({ name: "Mine" }));
    const { document, draft } = page.now();
    page.act(({ takeMerged }) => takeMerged(theirs, merged));
    expect(page.now()).toMatchObject({ base: { version: 2 }, dirty: true, document });
    page.act(({ setSettings }) => setSettings({ scope: "pipeline" }));
    page.act(({ setDefinition }) => setDefinition(structuredClone(draft.definition)));
    expect(page.now()).toMatchObject({ base: { version: 1 }, draft: { settings: { name: "Mine", scope: "global" } } });
    page.act(({ setDefinition }) => setDefinition(structuredClone(merged.definition)));
    expect(page.now()).toMatchObject({
      base: { version: 2 },
      draft: { settings: { name: "Theirs", scope: "pipeline" } },
    });
  });

  test("keeps its base when something else is drawn", () => {
    const page = open();
    page.act(({ takeMerged }) => takeMerged(theirs, merged));
    page.act(({ setDefinition }) => setDefinition(graph("t>a>b>c")));
    expect(page.now()).toMatchObject({ base: { version: 2 }, draft: { settings: { name: "Theirs" } } });
  });

  test("of settings alone is no step on the canvas", () => {
    const page = open();
    page.act(({ takeMerged }) => takeMerged(theirs, { ...merged, definition: structuredClone(ours.graphDefinition) }));
    expect(page.now()).toMatchObject({ base: { version: 2 }, merge: null, dirty: false });
  });

  test("of what cannot be drawn is another document", () => {
    const page = open({ draft: { ...draftOf(ours), definition: "broken" } });
    const { document } = page.now();
    page.act(({ takeMerged }) => takeMerged(theirs, merged));
    expect(page.now().merge).toBeNull();
    expect(page.now().document).not.toBe(document);
  });
});
