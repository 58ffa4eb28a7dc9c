import { beforeEach, describe, expect, it } from "vitest";
import { createCallGate, type Call, type CallEnd, type CallGate } from "./call-gate.ts";
import { createWaitingCalls, type WaitingCalls } from "./waiting-calls.ts";

let now = 0;
let gate: CallGate;
let waiting: WaitingCalls;
beforeEach(() => {
  now = 1_000_000;
  // Six places to one address, four of them for one automation.
  gate = createCallGate(8, { now: () => now, random: () => 0 });
  waiting = createWaitingCalls(gate.roomFor, () => now);
});

const to = (host: string, automationId = "a", workspaceId = "w"): Call => ({ workspaceId, automationId, host });
const ids = () => waiting.next().map(({ runId }) => runId);

function begin(call: Call): (end: CallEnd) => void {
  const entry = gate.enter(call);
  if (!entry.ok) throw new Error(entry.failure[0]?.code);
  return entry.leave;
}

/** Runs that are put off, by these names. */
function putOff(call: Call, ...names: string[]): void {
  for (const runId of names) {
    const isCalledInVain = waiting.come(runId);
    const entry = gate.enter(call);
    if (entry.ok) throw new Error(`${runId} was let in`);
    const claim = { workspaceId: call.workspaceId, runId, tick: 1 };
    waiting.add({ call, claim, until: now + entry.afterMs, isCalledInVain });
  }
}
const full = (host = "h.example", automationId = "a") => Array.from({ length: 4 }, () => begin(to(host, automationId)));

describe("runs that were put off", () => {
  it("are called as places become free, as many as there are, in their order", () => {
    const [one, two, three] = full();
    putOff(to("h.example"), "1", "2", "3", "4");
    expect(ids()).toEqual([]);
    one?.("answered");
    expect(ids()).toEqual(["1"]);
    two?.("answered");
    three?.("answered");
    expect(ids()).toEqual(["2", "3"]);
  });

  it("are called once, though nobody has come yet", () => {
    const [one] = full();
    putOff(to("h.example"), "1", "2");
    one?.("answered");
    expect([ids(), ids()]).toEqual([["1"], []]);
  });

  it("make way for the next where they do not come within two seconds", () => {
    const [one] = full();
    now += 10_000;
    putOff(to("h.example"), "1", "2");
    one?.("answered");
    expect(ids()).toEqual(["1"]);
    now += 2000;
    expect(ids()).toEqual(["2"]);
  });

  it("come first the next time where another one took their place", () => {
    const [one] = full();
    putOff(to("h.example"), "1", "2");
    one?.("answered");
    expect(ids()).toEqual(["1"]);
    const other = begin(to("h.example"));
    putOff(to("h.example"), "1");
    other("answered");
    expect(ids()).toEqual(["1"]);
  });

  it("are not called once they have come by themselves", () => {
    const [one, two] = full();
    putOff(to("h.example"), "1", "2");
    one?.("answered");
    expect(waiting.come("1")).toBe(false);
    begin(to("h.example"))("answered");
    two?.("answered");
    expect(ids()).toEqual(["2"]);
  });

  it("are called in turn where several automations wait for one address", () => {
    const calls = [...full(), ...Array.from({ length: 2 }, () => begin(to("h.example", "b")))];
    putOff(to("h.example", "b"), "b1", "b2", "b3");
    putOff(to("h.example", "c"), "c1", "c2");
    calls.forEach((leave) => leave("answered"));
    expect(ids()).toEqual(["b1", "c1", "b2", "c2"]);
  });

  it("are let alone while nobody answers, and all called once somebody does", () => {
    for (let times = 0; times < 3; times += 1) {
      const leave = begin(to("dead.example"));
      now += 10_000;
      leave("silent");
    }
    putOff(to("dead.example"), "1", "2", "3");
    now += 29_999;
    expect(ids()).toEqual([]);
    now += 1;
    // Another automation's call, as the time has come by itself for those of this one.
    putOffFor(60_000, "4", "5");
    expect(ids()).toEqual(["4"]);
    waiting.come("4");
    begin(to("dead.example"))("answered");
    expect(ids()).toEqual(["5"]);
  });

  it("of another workspace have places of their own", () => {
    full();
    const [one] = Array.from({ length: 4 }, () => begin(to("h.example", "a", "other")));
    putOff(to("h.example"), "1");
    putOff(to("h.example", "a", "other"), "2");
    one?.("answered");
    expect(ids()).toEqual(["2"]);
  });
});

/** Runs that wait longer than their address is left alone. */
function putOffFor(ms: number, ...names: string[]): void {
  const call = to("dead.example");
  for (const runId of names)
    waiting.add({ call, claim: { workspaceId: "w", runId, tick: 1 }, until: now + ms, isCalledInVain: false });
}
