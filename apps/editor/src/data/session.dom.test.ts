import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, currentSession, disconnect, openSession, sessionOfFragment, takeLinkedSession } from "./session.ts";

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
  beforeEach(() => window.history.replaceState(null, "", "/"));
  afterEach(disconnect);

  it("is taken out of the address bar and kept for the tab alone", () => {
    window.history.replaceState(null, "", "/automations/7?x=1#key=trk_link");
    openSession();
    expect(window.location.href).toMatch(/\/automations\/7\?x=1$/);
    expect(currentSession()).toEqual({ baseUrl: window.location.origin, apiKey: "trk_link" });
    expect(sessionStorage.length).toBe(1);
    expect(localStorage.length).toBe(0);
  });

  it("is left as it is by an address that holds none", () => {
    connect(session, false);
    window.history.replaceState(null, "", "/#content");
    expect(takeLinkedSession()).toBe(false);
    expect(window.location.hash).toBe("#content");
    expect(currentSession()).toEqual(session);
  });

  it("outlives the tab only when asked to", () => {
    connect(session, true);
    sessionStorage.clear();
    openSession();
    expect(currentSession()).toEqual(session);
  });

  it("is forgotten everywhere", () => {
    connect(session, true);
    disconnect();
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
    openSession();
    expect(currentSession()).toBeNull();
  });

  it.each(["{", "null", '"text"', '{"baseUrl":1}'])("ignores what is no session: %s", (text) => {
    localStorage.setItem("trilho.session", text);
    openSession();
    expect(currentSession()).toBeNull();
  });
});
