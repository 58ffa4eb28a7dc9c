import { describe, expect, test } from "vitest";
import { EMPTY_HISTORY, record, redo, undo } from "./history.ts";
import type { CommandCode, Content, History } from "./history.ts";
import { graph } from "./testing.ts";

const at = (chains: string, name = "Welcome"): Content => ({ definition: graph(chains), settings: { name } });
const first = at("t");
const second: Content = {
  ...first,
  definition: { ...first.definition, nodes: [...first.definition.nodes, { id: "a", type: "end" }] },
};

const doing = (code: CommandCode, time = 0, coalesce: string | null = null) => ({
  label: { code, nodes: [] },
  coalesce,
  at: time,
});

describe("a history", () => {
  test("keeps nothing of a change that changes nothing", () => {
    const same = { definition: { ...first.definition }, settings: { ...first.settings } };
    expect(record(EMPTY_HISTORY, first, same, doing("edit"))).toBe(EMPTY_HISTORY);
  });

  test("keeps a change of the settings alone", () => {
    const named = { ...first, settings: { name: "VIPs" } };
    const history = record(EMPTY_HISTORY, first, named, doing("name"));
    expect(undo(history, named)).toMatchObject({ definition: first.definition, settings: { name: "Welcome" } });
  });

  test.each([
    ["within 1.2 seconds of one another", "text", "text", 1200, 1],
    ["after a longer pause", "text", "text", 1201, 2],
    ["in two places", "text", "label", 100, 2],
    ["that are no typing", null, null, 100, 2],
  ])("joins changes %s or not", (_name, one, other, later, entries) => {
    let history: History = record(EMPTY_HISTORY, first, at("t", "A"), doing("edit", 0, one));
    history = record(history, at("t", "A"), at("t", "AB"), doing("rename", later, other));
    expect(history.past).toHaveLength(entries);
    // The first of them names the entry.
    expect(history.past[0]?.label.code).toBe("edit");
  });

  test("joins nothing to a change that was undone and done again", () => {
    const whole = record(EMPTY_HISTORY, first, second, doing("edit", 0, "text"));
    const undone = undo(whole, second);
    const redone = undone && redo(undone.history, undone);
    if (!redone) throw new Error("There is one change to undo and redo.");
    expect(redone.definition).toEqual(second.definition);
    const more = { ...second, settings: { name: "VIPs" } };
    expect(record(redone.history, redone, more, doing("edit", 1, "text")).past).toHaveLength(2);
  });

  test("that goes on from the middle forgets what was undone", () => {
    const whole = record(EMPTY_HISTORY, first, second, doing("add"));
    const undone = undo(whole, second);
    if (!undone) throw new Error("There is one change to undo.");
    expect(undone.history.future).toHaveLength(1);
    expect(record(undone.history, undone, at("t", "VIPs"), doing("name")).future).toEqual([]);
  });

  test.each<[CommandCode, string[]]>([
    ["add", ["a"]],
    // Tests are saved with the trigger, where nobody looks for them.
    ["saveScenario", []],
  ])("says where to look after %s is done again", (code, ids) => {
    const whole = record(EMPTY_HISTORY, first, second, doing(code));
    const undone = undo(whole, second);
    expect(undone?.nodeIds).toEqual([]);
    expect(undone && redo(undone.history, undone)?.nodeIds).toEqual(ids);
  });

  test("keeps the last 500 changes", () => {
    let history = EMPTY_HISTORY;
    for (let turn = 0; turn < 501; turn += 1) {
      history = record(history, at("t", `${turn}`), at("t", `${turn + 1}`), doing("name"));
    }
    expect(history.past).toHaveLength(500);
    expect(history.past[0]?.settings["name"]).toMatchObject({ before: "1" });
  });

  test("without changes goes nowhere", () => {
    expect([undo(EMPTY_HISTORY, first), redo(EMPTY_HISTORY, first)]).toEqual([null, null]);
  });
});
