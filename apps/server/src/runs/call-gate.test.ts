import { beforeEach, describe, expect, it } from "vitest";
import { createCallGate, type Call, type CallEnd, type CallGate } from "./call-gate.ts";

let now = 0;
let gate: CallGate;
beforeEach(() => {
  now = 1_000_000;
  gate = gateOf(8);
});

const gateOf = (workers: number): CallGate => createCallGate(workers, { now: () => now, random: () => 0 });
const to = (host: string | null, automationId = "a", workspaceId = "w"): Call => ({ workspaceId, automationId, host });

/** Begins a call, which has to be let through. */
function begin(call: Call): (end: CallEnd) => void {
  const entry = gate.enter(call);
  if (!entry.ok) throw new Error(entry.failure[0]?.code);
  return entry.leave;
}
/** Begins as many as are let through, each of an automation of its own by default. */
function fill(host: string | null, automationId?: string): ((end: CallEnd) => void)[] {
  const begun = [];
  for (let count = 0; count < 100; count += 1) {
    const entry = gate.enter(to(host, automationId ?? `a${count}`));
    if (!entry.ok) break;
    begun.push(entry.leave);
  }
  return begun;
}
/** Nobody answers for 10 s. */
function silence(): void {
  const leave = begin(to("dead.example"));
  now += 10_000;
  leave("silent");
}

describe("calls under way", () => {
  it.each([
    [1, 1, 1],
    [2, 1, 1],
    [4, 3, 2],
    [8, 6, 4],
    [16, 12, 8],
  ])("of a process with %d places are at most %d to one address, and %d of one automation", (workers, most, share) => {
    gate = gateOf(workers);
    expect(fill("h.example")).toHaveLength(most);
    gate = gateOf(workers);
    expect(fill(null, "one")).toHaveLength(share);
  });

  it("leave room for another automation at the address where those of one hang", () => {
    expect(fill("h.example", "a")).toHaveLength(4);
    expect(fill("h.example", "b")).toHaveLength(2);
    expect(fill("else.example", "b")).toHaveLength(2);
  });

  it("leave room again once they end", () => {
    const [first] = fill("h.example");
    expect(gate.enter(to("h.example", "b"))).toMatchObject({
      ok: false,
      failure: [{ code: "host-busy", params: { host: "h.example" } }],
    });
    first?.("answered");
    expect(gate.enter(to("h.example", "b")).ok).toBe(true);
  });

  it("are refused with a reason before they begin, where there is no room", () => {
    expect(gate.refuse(to(null))).toBeNull();
    const [first] = fill(null, "a");
    expect(gate.enter(to(null))).toMatchObject({ ok: false, failure: [{ code: "automation-busy" }] });
    expect(gate.refuse(to("h.example"))).toMatchObject({ ok: false });
    first?.("answered");
    expect(gate.refuse(to("h.example"))).toBeNull();
    expect(gate.state().underWay).toBe(3);
  });

  it("of another workspace, address or automation have places of their own", () => {
    fill("h.example", "a");
    expect(gate.enter(to("h.example", "a", "other")).ok).toBe(true);
    expect(gate.enter(to("else.example", "b")).ok).toBe(true);
    expect(gate.enter(to("else.example", "a"))).toMatchObject({ ok: false });
  });

  it("put others off one after the other, as they are expected to end", () => {
    fill("h.example");
    now += 6000;
    const waits = Array.from({ length: 40 }, () => gate.enter(to("h.example", "b"))).map((entry) =>
      entry.ok ? 0 : entry.afterMs,
    );
    expect(waits.slice(0, 3)).toEqual([1000, 2000, 3000]);
    expect(Math.max(...waits)).toBe(30_000);
  });
});

describe("an address that does not answer", () => {
  it("has one call at a time after the first silence", () => {
    silence();
    expect(fill("dead.example")).toHaveLength(1);
  });

  it("is left alone after three of them, and tried by one call after half a minute", () => {
    for (let times = 0; times < 3; times += 1) silence();
    expect(gate.enter(to("dead.example"))).toEqual({
      ok: false,
      afterMs: 30_000,
      failure: [{ code: "host-left-alone", params: { host: "dead.example" } }],
    });
    expect(gate.state()).toMatchObject({ openCircuits: 1, putOff: { circuit: 1 } });
    now += 30_000;
    expect(fill("dead.example")).toHaveLength(1);
  });

  it("is left alone for longer each time that it stays silent, up to five minutes", () => {
    const waits = Array.from({ length: 8 }, () => {
      silence();
      const entry = gate.enter(to("dead.example"));
      if (entry.ok) entry.leave("not-made");
      const afterMs = entry.ok ? 0 : entry.afterMs;
      now += afterMs;
      return afterMs / 1000;
    });
    expect(waits).toEqual([0, 0, 30, 60, 120, 240, 300, 300]);
  });

  it("is called as all others once it answers", () => {
    for (let times = 0; times < 3; times += 1) silence();
    now += 30_000;
    begin(to("dead.example"))("answered");
    expect(fill("dead.example")).toHaveLength(6);
    expect(gate.state().openCircuits).toBe(0);
  });

  it("does not keep its automation from calling others", () => {
    for (let times = 0; times < 5; times += 1) {
      silence();
      now += 300_000;
    }
    expect(fill("fine.example", "a")).toHaveLength(4);
  });

  it("counts nothing that was not made after all", () => {
    for (let times = 0; times < 5; times += 1) begin(to("h.example"))("not-made");
    expect(gate.state()).toEqual({ underWay: 0, openCircuits: 0, putOff: { busy: 0, circuit: 0 } });
  });
});

it("automations are busy that may begin no call for now, whatever hosts they call", () => {
  expect(gate.busyAutomations()).toEqual([]);
  const [first] = fill("h.example", "a");
  begin(to("else.example", "b"));
  expect(gate.busyAutomations()).toEqual(["a"]);
  first?.("answered");
  expect(gate.busyAutomations()).toEqual([]);
});

const answer = (automationId: string): void => begin(to("half.example", automationId))("answered");
function silenceOf(automationId: string): void {
  const leave = begin(to("half.example", automationId));
  now += 10_000;
  leave("silent");
}

describe("an address that answers one automation and not another", () => {
  it("is open to the one, also while the other leaves it alone", () => {
    begin(to("half.example", "b"));
    answer("b");
    for (let times = 0; times < 3; times += 1) silenceOf("a");
    expect(gate.enter(to("half.example", "a"))).toMatchObject({ ok: false, failure: [{ code: "host-left-alone" }] });
    expect(fill("half.example", "b")).toHaveLength(3);
  });

  it("is left alone by the other for longer each time, whatever the one is answered", () => {
    const waits = Array.from({ length: 5 }, () => {
      silenceOf("a");
      answer("b");
      const entry = gate.enter(to("half.example", "a"));
      if (entry.ok) entry.leave("not-made");
      const afterMs = entry.ok ? 0 : entry.afterMs;
      now += afterMs;
      return afterMs / 1000;
    });
    expect(waits).toEqual([0, 0, 30, 60, 120]);
  });

  it("is tried by one that it never knew, however many calls of the other it left without an answer", () => {
    for (let times = 0; times < 3; times += 1) silenceOf("a");
    expect(gate.enter(to("half.example", "a")).ok).toBe(false);
    answer("b");
    expect(fill("half.example", "b")).toHaveLength(4);
  });

  it("is tried by one at a time of those that it never knew, beside the one that it did not answer", () => {
    silenceOf("a");
    expect(fill("half.example", "a")).toHaveLength(1);
    expect(fill("half.example")).toHaveLength(1);
  });
});

it("an address that was left alone by all is everybody's again once it answers one of them", () => {
  for (let times = 0; times < 3; times += 1) {
    for (const automationId of ["a", "b"]) {
      const leave = begin(to("dead.example", automationId));
      now += 10_000;
      leave("silent");
      now += 300_000;
    }
  }
  const leave = begin(to("dead.example", "a"));
  expect(gate.enter(to("dead.example", "b")).ok).toBe(false);
  leave("answered");
  expect(fill("dead.example", "b")).toHaveLength(4);
});

it("what is under way is told", () => {
  const leave = begin(to("h.example"));
  begin(to(null, "b"));
  expect(gate.state().underWay).toBe(2);
  leave("answered");
  expect(gate.state().underWay).toBe(1);
});
