import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionOfFragment } from "./kept-session.ts";
import { connect, currentSession, disconnect, openSession, takeLinkedSession } from "./session.ts";
import type { TabMessage } from "../browser/tabs.ts";
import type * as tabs from "../browser/tabs.ts";

type Tabs = typeof tabs;

describe("the fragment of a link", () => {
  it.each([
    ["#key=trk_1", { baseUrl: "http://crm.test", apiKey: "trk_1" }],
    ["#key=trk_1&url=https://api.test/", { baseUrl: "https://api.test", apiKey: "trk_1" }],
    ["#key=trk_1&url=https%3A%2F%2Fapi.test%2Fapi%2Fv1", { baseUrl: "https://api.test", apiKey: "trk_1" }],
    ["#url=https://api.test", null],
    ["#key=", null],
    ["", null],
    ["#step-3", null],
  ])("%s", (hash, session) => {
    expect(sessionOfFragment(hash, "http://crm.test")).toEqual(session);
  });
});

describe("the session", () => {
  const session = { baseUrl: "https://api.test", apiKey: "trk_1" };
  beforeEach(() => {
    window.history.replaceState(null, "", "/");
    sessionStorage.clear();
  });
  afterEach(disconnect);

  it("is taken out of the address bar and kept for the tab alone", async () => {
    window.history.replaceState(null, "", "/automations/7?x=1#key=trk_link");
    await openSession();
    expect(window.location.href).toMatch(/\/automations\/7\?x=1$/);
    expect(currentSession()).toEqual({ baseUrl: window.location.origin, apiKey: "trk_link" });
    expect(sessionStorage.length).toBe(1);
    expect(JSON.stringify(localStorage)).not.toContain("trk_link");
  });

  it("is left as it is by an address that holds none", () => {
    connect(session, false);
    window.history.replaceState(null, "", "/#content");
    expect(takeLinkedSession()).toBe(false);
    expect(window.location.hash).toBe("#content");
    expect(currentSession()).toEqual(session);
  });

  it("outlives the tab only when asked to", async () => {
    connect(session, true);
    sessionStorage.clear();
    await openSession();
    expect(currentSession()).toEqual(session);
  });

  it("is forgotten everywhere", async () => {
    connect(session, true);
    disconnect();
    expect(JSON.stringify([sessionStorage, localStorage])).not.toContain("trk_1");
    await openSession();
    expect(currentSession()).toBeNull();
  });

  it.each(["{", "null", '"text"', '{"baseUrl":1}'])("ignores what is no session: %s", async (text) => {
    localStorage.setItem("trilho.session", text);
    await openSession();
    expect(currentSession()).toBeNull();
  });
});

/** Other tabs of the browser, each with its session and when a person saw it last. */
function answering(other: Tabs, ...others: readonly { apiKey: string; seenAt: number }[]): () => void {
  return other.hearTabs((message) => {
    if (message.type !== "connected?") return;
    for (const { apiKey, seenAt } of others) {
      const session = { baseUrl: "https://api.test", apiKey };
      other.notifyTabs({ type: "connected", to: message.from, session, seenAt });
    }
  });
}

describe("a tab that a link opened", () => {
  let other: Tabs;
  let close: (() => void) | null = null;
  beforeEach(async () => {
    sessionStorage.clear();
    localStorage.clear();
    // The module once more, as another tab has it.
    vi.resetModules();
    other = await import("../browser/tabs.ts");
  });
  afterEach(() => {
    close?.();
    disconnect();
  });

  it("is connected as the tab that was looked at last", async () => {
    close = answering(
      other,
      { apiKey: "trk_old", seenAt: 1 },
      { apiKey: "trk_opener", seenAt: 3 },
      { apiKey: "trk_2", seenAt: 2 },
    );
    await openSession();
    expect(currentSession()?.apiKey).toBe("trk_opener");
    expect(JSON.stringify(localStorage)).not.toContain("trk_link");
  });

  it("keeps its own connection when it is loaded again", async () => {
    close = answering(other, { apiKey: "trk_other", seenAt: 1 });
    connect({ baseUrl: "https://api.test", apiKey: "trk_mine" }, false);
    await openSession();
    expect(currentSession()?.apiKey).toBe("trk_mine");
  });

  it("stays disconnected once a person disconnected it", async () => {
    close = answering(other, { apiKey: "trk_other", seenAt: 1 });
    disconnect();
    await openSession();
    expect(currentSession()).toBeNull();
  });

  it("without another tab asks for a key", async () => {
    close = answering(other);
    await openSession();
    expect(currentSession()).toBeNull();
  });

  it("tells the next one how it is connected", async () => {
    connect({ baseUrl: "https://api.test", apiKey: "trk_mine" }, false);
    await openSession();
    const heard = new Promise<TabMessage>((resolve) => {
      close = other.hearTabs(resolve);
    });
    other.notifyTabs({ type: "connected?", from: "next" });
    expect(await heard).toMatchObject({ type: "connected", to: "next", session: { apiKey: "trk_mine" } });
  });
});
