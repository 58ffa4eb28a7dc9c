import { describe, expect, it } from "vitest";
import { graph } from "../../document/testing.ts";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { matchesOf } from "./matches.ts";

const NAMES: Record<string, string> = { us_1: "Ana Souza", tg_1: "Hot lead", st_1: "Proposta" };
const byId = (id: string): string | null => NAMES[id] ?? null;
const labels = {
  names: { ...EMPTY_LOOKUP, userName: byId, tagName: byId, stageName: byId },
  triggerSummary: "Deal created: Homes",
  triggerSentence: null,
};

const NOTES = [
  { id: "n1", kind: "note", text: "Combinado com a diretoria", x: 0, y: 0, width: 200, height: 100 },
  { id: "n2", kind: "frame", text: "Proposta e negociação", x: 0, y: 0, width: 400, height: 300 },
];

const definition = graph("t>a>b>c>d", {
  t: { type: "trigger", config: { ui: { notes: NOTES } } },
  a: {
    type: "action",
    actionType: "send_whatsapp",
    config: {
      text: "Olá {{ contact.firstName }}, o orçamento chegou",
      buttons: [{ id: "yes", label: "Ligue para mim" }],
      ui: { label: "Say it", note: "hidden" },
    },
  },
  b: { type: "action", actionType: "add_tag", config: { tagIds: ["tg_1"] } },
  c: { type: "action", actionType: "create_task", config: { title: "Call", assigneeUserId: "us_1" } },
  d: { type: "action", actionType: "move_stage", config: { targetStageId: "st_1" } },
});

describe("a search of the drawing finds", () => {
  it.each([
    ["by a step's name", "say it", ["a"]],
    ["by its text, whatever the accents", "orcamento", ["a"]],
    ["by a variable's name", "first name", ["a"]],
    ["by a button", "ligue", ["a"]],
    ["by a tag", "hot", ["b"]],
    ["by a person", "ana", ["c"]],
    ["by a stage, and behind the steps a frame by its title", "proposta", ["d", "note\0n2"]],
    ["a note by its text", "diretoria", ["note\0n1"]],
    ["by what starts it", "homes", ["t"]],
    ["every word, in any order", "souza call", ["c"]],
    ["nothing for nothing", "  ", []],
    ["no id", "tg_1", []],
    ["nothing that is kept for the drawing", "hidden", []],
  ])("%s", (_name, typed, found) => {
    expect(matchesOf(definition, labels, typed)).toEqual(found);
  });
});
