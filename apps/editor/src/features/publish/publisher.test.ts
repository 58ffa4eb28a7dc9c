import { createClient, type Automation } from "@trilho/api-client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ContractServer, refusal, type Answer, type Mishap } from "../../testing/contract-server.ts";
import { draftOf, type Draft } from "../../document/draft/draft.ts";
import type { Sent } from "../../document/draft/reconcile-publish.ts";
import { createPublisher, type Publisher, type PublisherOptions } from "./publisher.ts";

const server = new ContractServer();
let base: Automation;
let mine: Draft;
let online = true;
const published = vi.fn<(automation: Automation, sent: Draft, late: boolean) => void>();

beforeEach(async () => {
  server.automations.clear();
  server.asked.length = 0;
  server.instead = null;
  server.onWrite = null;
  online = true;
  published.mockClear();
  await server.start();
  base = structuredClone(server.add({ id: "a1", name: "Welcome", version: 4 }));
  mine = { ...draftOf(base), settings: { ...draftOf(base).settings, name: "Mine" } };
});
afterEach(() => server.stop());

/** Long enough for a busy machine; what never answers is given up sooner. */
const optionsFor = (timeoutMs = 20_000, at = "2026-11-21T12:00:00Z"): PublisherOptions => ({
  client: createClient({ ...server.session, retries: 0, timeoutMs }),
  onPublished: published,
  isOnline: () => online,
  takesKeys: () => server.takesKeys,
  now: () => Date.parse(at),
});
const publisherFor = (timeoutMs?: number, at?: string): Publisher => createPublisher(optionsFor(timeoutMs, at));

const writes = (): string[] => server.asked.filter((asked) => !asked.startsWith("GET"));

it("stores over the version that the draft started from", async () => {
  const publisher = publisherFor();
  await publisher.publish({ base, draft: mine });
  expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 5 }), mine, false);
  expect(publisher.state.getState()).toEqual({ phase: { kind: "idle" }, issue: null });
});

it("sends a note with what it was given for, also once that is tried again, and not with the next version", async () => {
  server.notes.length = 0;
  const publisher = publisherFor();
  server.onWrite = refusal(503, "SERVICE_UNAVAILABLE");
  await publisher.publish({ base, draft: mine, note: "New prices" });
  expect(published).not.toHaveBeenCalled();
  await publisher.publish({ base, draft: mine });
  const [[stored] = []] = published.mock.calls;
  await publisher.publish({ base: stored ?? base, draft: { ...mine, kept: { outboundChannelId: "c1" } } });
  expect(server.notes).toEqual(["New prices", undefined]);
});

it("tells which steps the service says will fail, and no other warning", async () => {
  const warnings = [
    { code: "text-not-filled", message: "It says nothing.", fields: [] },
    { code: "certain-failure", message: "“Offer” will fail.", fields: ["graphDefinition.nodes[1].config.to"] },
  ];
  const publisher = publisherFor();
  const stored = { ...base, name: "Mine", version: 5 };
  server.onWrite = { status: 200, body: { data: stored, message: null, warnings } };
  await publisher.publish({ base, draft: mine });
  expect(published).toHaveBeenCalledTimes(1);
  const issue = { kind: "failing", warnings: warnings.slice(1), draft: mine, stored: "published" };
  expect(publisher.state.getState()).toEqual({ phase: { kind: "idle" }, issue });
  await publisher.publish({ base, draft: { ...mine, kept: { outboundChannelId: "c1" } } });
  expect(publisher.state.getState().issue).toBeNull();
});

describe("an answer that is lost", () => {
  it.each<[string, Mishap | Answer, "late" | "failed"]>([
    ["the connection breaks after the server stored", "carried out, then cut", "late"],
    ["the connection breaks before the server stored", "cut", "failed"],
    ["the server stores and never answers", "carried out, then hangs", "late"],
    ["the server never does anything", "hang", "failed"],
    ["the server fails inside", refusal(500, "INTERNAL_ERROR"), "failed"],
    ["a proxy answers with its own page", { status: 200, page: "<html>Sign in</html>" }, "failed"],
    ["a proxy says the service is away", { status: 502, page: "<html>Bad gateway</html>" }, "failed"],
  ])("because %s is looked up", async (_name, mishap, outcome) => {
    server.onWrite = mishap;
    const publisher = publisherFor(String(mishap).includes("hang") ? 1_000 : undefined);
    await publisher.publish({ base, draft: mine });
    if (outcome === "late") {
      expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 5, name: "Mine" }), mine, true);
    } else {
      expect(published).not.toHaveBeenCalled();
      expect(publisher.state.getState().phase).toMatchObject({ kind: "failed" });
    }
  });

  it("of a creation is left to a person: an automation that looks the same may be a colleague's", async () => {
    server.add({ ...base, id: "theirs", name: "Mine" });
    server.onWrite = "cut";
    const publisher = publisherFor();
    await publisher.publish({ base: null, draft: mine });
    expect(published).not.toHaveBeenCalled();
    expect(publisher.state.getState().phase).toMatchObject({ kind: "undecided", repeatable: false });
    await publisher.publish({ base: null, draft: mine });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ id: "created" }), mine, false);
  });

  it("stays unknown while nobody answers, and is settled later", async () => {
    server.instead = "cut";
    const publisher = publisherFor();
    await publisher.publish({ base, draft: mine });
    expect(publisher.state.getState().phase).toMatchObject({ kind: "unknown", auto: false });
    server.instead = null;
    await publisher.settle({ base, draft: mine });
    expect(publisher.state.getState().phase.kind).toBe("failed");
    expect(writes()).toHaveLength(1);
  });

  it("is published again by itself when a person asked for it", async () => {
    server.instead = "cut";
    const publisher = publisherFor();
    await publisher.publish({ base, draft: mine });
    publisher.setAuto(true);
    server.instead = null;
    await publisher.settle({ base, draft: mine });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 5 }), mine, false);
  });

  it("is looked up before the next publish, which then sends what is on the screen now", async () => {
    server.instead = "cut";
    const publisher = publisherFor();
    await publisher.publish({ base, draft: mine });
    server.instead = null;
    const later = { ...mine, settings: { ...mine.settings, name: "Mine, later" } };
    await publisher.publish({ base, draft: later });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ name: "Mine, later" }), later, false);
  });

  it("is nobody's loss when somebody else published meanwhile", async () => {
    server.onWrite = "cut";
    server.add({ id: "a1", name: "Theirs", version: 5 });
    const publisher = publisherFor();
    await publisher.publish({ base, draft: mine });
    expect(publisher.state.getState().issue).toMatchObject({ kind: "conflict", theirs: { name: "Theirs" } });
  });
});

describe("an answer that is lost, of a service that takes keys, has the publish repeated", () => {
  beforeEach(() => {
    server.takesKeys = true;
  });

  it.each<[string, Mishap]>([
    ["stored before the connection broke", "carried out, then cut"],
    ["never heard of", "cut"],
    ["stored and never answered", "carried out, then hangs"],
  ])("so that a creation that was %s is stored once, with its secret told", async (_name, mishap) => {
    server.nextSecret = "whsec_once";
    server.onWrite = mishap;
    await publisherFor(mishap.includes("hang") ? 1_000 : undefined).publish({ base: null, draft: mine });
    expect(published).toHaveBeenCalledWith(
      expect.objectContaining({ id: "created", secret: "whsec_once" }),
      mine,
      true,
    );
    expect([...server.automations.keys()]).toEqual(["a1", "created"]);
    expect(server.asked).toEqual(["POST /automations", "POST /automations"]);
  });

  it("so that the secret of a replacement is told", async () => {
    server.nextSecret = "whsec_once";
    server.onWrite = "carried out, then cut";
    await publisherFor().publish({ base, draft: mine });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 5, secret: "whsec_once" }), mine, true);
  });

  it("again, where the repetition was lost as well and nothing is stored by then", async () => {
    server.onWrite = ["cut", "cut"];
    const publisher = publisherFor();
    await publisher.publish({ base, draft: mine });
    expect(publisher.state.getState().phase.kind).toBe("unknown");
    await publisher.settle({ base, draft: mine });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 5 }), mine, true);
    expect(writes()).toHaveLength(3);
  });

  it("and never takes a colleague's equal automation for its own", async () => {
    server.add({ ...base, id: "theirs", name: "Mine" });
    server.onWrite = "carried out, then cut";
    await publisherFor().publish({ base: null, draft: mine });
    expect(published.mock.calls.map(([{ id }]) => id)).toEqual(["created"]);
  });

  it("by a later page, under the same key", async () => {
    server.instead = "carried out, then cut";
    const told = vi.fn<(sent: Sent | null) => void>();
    const publisher = createPublisher({ ...optionsFor(), onSent: told });
    await publisher.publish({ base: null, draft: mine });
    expect(publisher.state.getState().phase.kind).toBe("unknown");
    server.instead = null;
    const sent = structuredClone(told.mock.lastCall?.[0]) ?? undefined;
    await publisherFor().settle({ base: null, draft: mine }, sent);
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ id: "created" }), mine, true);
    expect([...server.automations.keys()]).toEqual(["a1", "created"]);
  });

  it("before what was written since is published over it", async () => {
    server.instead = "carried out, then cut";
    const publisher = publisherFor();
    await publisher.publish({ base: null, draft: mine });
    server.instead = null;
    const later = { ...mine, settings: { ...mine.settings, name: "Later" } };
    await publisher.publish({ base: null, draft: later });
    expect([...server.automations.values()].map(({ id, name }) => `${id}: ${name}`)).toEqual([
      "a1: Welcome",
      "created: Later",
    ]);
  });

  it("but not once the service may have forgotten its key", async () => {
    server.instead = "carried out, then cut";
    const told = vi.fn<(sent: Sent | null) => void>();
    await createPublisher({ ...optionsFor(), onSent: told }).publish({ base: null, draft: mine });
    server.instead = null;
    const nextDay = publisherFor(undefined, "2026-11-22T11:59:00Z");
    await nextDay.settle({ base: null, draft: mine }, told.mock.lastCall?.[0] ?? undefined);
    expect(nextDay.state.getState().phase).toMatchObject({ kind: "undecided", repeatable: false });
    expect([...server.automations.keys()]).toEqual(["a1", "created"]);
  });

  it("later, while the first one is not answered yet", async () => {
    server.instead = "cut";
    const publisher = publisherFor();
    await publisher.publish({ base: null, draft: mine });
    server.instead = refusal(409, "CONFLICT");
    await publisher.settle({ base: null, draft: mine });
    expect(publisher.state.getState().phase.kind).toBe("unknown");
    server.instead = null;
    await publisher.settle({ base: null, draft: mine });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ id: "created" }), mine, true);
  });

  it("but not by itself where a person stopped waiting", async () => {
    server.onWrite = "hang";
    const publisher = publisherFor(60_000);
    const done = publisher.publish({ base: null, draft: mine });
    await vi.waitFor(() => expect(writes()).toHaveLength(1), 20_000);
    publisher.cancel();
    await done;
    expect(publisher.state.getState().phase).toMatchObject({ kind: "undecided", repeatable: true });
    expect([...server.automations.keys()]).toEqual(["a1"]);
    await publisher.publish({ base: null, draft: mine });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ id: "created" }), mine, true);
  });
});

describe("a publish that a person cancels", () => {
  it("is looked up", async () => {
    server.onWrite = "carried out, then hangs";
    const publisher = publisherFor(60_000);
    const done = publisher.publish({ base, draft: mine });
    await vi.waitFor(() => expect(writes()).toHaveLength(1), 20_000);
    publisher.cancel();
    await done;
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 5 }), mine, true);
  });
});

it("without network sends nothing and waits", async () => {
  online = false;
  const publisher = publisherFor();
  await publisher.publish({ base, draft: mine });
  expect(publisher.state.getState().phase).toEqual({ kind: "waiting", auto: true });
  expect(server.asked).toEqual([]);
});

describe("a refusal", () => {
  it.each<[string, Answer, object]>([
    ["401", refusal(401, "UNAUTHORIZED"), { phase: { kind: "failed", auto: false, until: null } }],
    ["403", refusal(403, "FEATURE_DISABLED"), { phase: { kind: "failed", until: null } }],
    ["404", refusal(404, "NOT_FOUND"), { issue: { kind: "gone" } }],
    ["422", refusal(422, "UNPROCESSABLE_ENTITY"), { phase: { kind: "failed" } }],
    [
      "429",
      { ...refusal(429, "QUOTA_EXCEEDED"), headers: { "retry-after": "42" } },
      { phase: { kind: "failed", until: Date.parse("2026-11-21T12:00:42Z") } },
    ],
    [
      "400 with fields",
      refusal(400, "VALIDATION_ERROR", { fieldErrors: [{ field: "name", message: "is odd" }] }),
      { issue: { kind: "refused" } },
    ],
  ])("with %s is told, and nothing is stored", async (_name, answer, state) => {
    server.onWrite = answer;
    const publisher = publisherFor();
    await publisher.publish({ base, draft: mine });
    expect(publisher.state.getState()).toMatchObject(state);
    expect(server.automations.get("a1")).toMatchObject({ name: "Welcome", version: 4 });
  });

  it("with 409 of what was in fact stored is no conflict", async () => {
    server.add({ id: "a1", name: "Mine", version: 5 });
    await publisherFor().publish({ base, draft: mine });
    expect(published).toHaveBeenCalledWith(expect.objectContaining({ version: 5 }), mine, true);
  });
});

describe("an answer that cannot be true", () => {
  it.each<[string, object, "id" | "version"]>([
    ["an older version", { version: 2 }, "version"],
    ["a version that is no number", { version: "5" }, "version"],
    ["no version", { version: undefined }, "version"],
    ["another automation", { id: "a2", version: 5 }, "id"],
  ])("%s is not believed", async (_name, lie, what) => {
    server.onWrite = { status: 200, body: { data: { ...base, ...lie }, message: null } };
    const publisher = publisherFor();
    await publisher.publish({ base, draft: mine });
    expect(published).not.toHaveBeenCalled();
    expect(publisher.state.getState().phase).toEqual({ kind: "odd", what });
  });
});
