import type { GraphNode } from "@trilho/engine";
import type { EditorServices, Labels } from "../../document/context.ts";
import { isEditorChord } from "./shortcuts.ts";
import { commandLabel, nodeLabel } from "../../describe/node-label.ts";
import { stepTypeName, stepTypeWords } from "../../describe/step-kinds.ts";
import type { T } from "../../describe/node-label.ts";
import { fixText, problemText } from "../../i18n/engine-text.ts";
import type { Text } from "../../i18n/use-text.ts";
import { previewFix } from "../../document/preview-fix.ts";
import { problemsOf } from "../../document/problems.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import { hasTrigger, stepKey, STEP_TYPES } from "../../document/steps.ts";
import type { StepType } from "../../document/steps.ts";
import { addStep, jumpTo } from "./acts.ts";
import { COMMANDS } from "./table.ts";
import { commandName, type EditorCommand, type Section } from "./command.ts";

/** A line of the palette. */
export interface Entry {
  id: string;
  section: Section | "steps" | "deals" | "contacts";
  label: string;
  /** Second line, and words it is found by. */
  hint?: string;
  more?: string;
  chord?: string;
  /** The step that it adds or leads to. */
  step?: StepType | GraphNode;
  run: () => void;
}

export interface CommandTexts {
  t: T;
  inCommands: Text<"commands">;
}

/** Everything that can be done right now. */
export function entriesOf(services: EditorServices, labels: Labels, { t, inCommands }: CommandTexts): Entry[] {
  return [
    ...ownEntries(services, { t, inCommands }),
    ...hostEntries(services),
    ...fixEntries(services, inCommands),
    ...addEntries(services, inCommands),
    ...stepEntries(services, labels),
  ];
}

function ownEntries(services: EditorServices, { t, inCommands }: CommandTexts): Entry[] {
  const { readOnly } = services.store.getState();
  return COMMANDS.filter(
    ({ keysOnly, edits, isPossible }) => !keysOnly && !(edits && readOnly) && (isPossible?.(services) ?? true),
  ).map((command) => {
    const chord = command.keys.find(({ spare }) => !spare)?.chord;
    const entry = { id: command.id, section: command.section, label: labelOf(command, services, { t, inCommands }) };
    return { ...entry, ...(chord && { chord }), run: () => command.run({ services, t, chord: null }) };
  });
}

/** "Undo: Delete Wait 2 days"; the name in the table where nothing more is known. */
function labelOf({ id }: EditorCommand, { store, view }: EditorServices, { t, inCommands }: CommandTexts) {
  const { history } = store.getState();
  const [last, next] = [history.past.at(-1), history.future[0]];
  if (id === "undo" && last) return t("toolbar.undoWhat", { what: commandLabel(last.label, t) });
  if (id === "redo" && next) return t("toolbar.redoWhat", { what: commandLabel(next.label, t) });
  if (id === "simulate" && view.getState().mode === "simulate") return t("toolbar.stopSimulating");
  return commandName(id, inCommands);
}

function hostEntries({ host }: EditorServices): Entry[] {
  return host.current
    .filter(({ disabled }) => !disabled)
    .map(({ id, section, label, keywords, keys = [], run }) => {
      const chord = keys.find((each) => !isEditorChord(each));
      return { id: `host:${id}`, section, label, ...(keywords && { more: keywords }), ...(chord && { chord }), run };
    });
}

function fixEntries(services: EditorServices, inCommands: Text<"commands">): Entry[] {
  const { definition, readOnly } = services.store.getState();
  if (readOnly) return [];
  return problemsOf(definition).all.flatMap((problem, index) =>
    (problem.fixes ?? []).map((fix, place) => ({
      id: `fix:${index}:${place}`,
      section: "problems" as const,
      label: inCommands("fix", { title: fixText(fix) }),
      hint: problemText(problem),
      run: () => previewFix(services, problem, fix),
    })),
  );
}

function addEntries(services: EditorServices, inCommands: Text<"commands">): Entry[] {
  const { definition, readOnly } = services.store.getState();
  if (readOnly) return [];
  return STEP_TYPES.filter(({ type }) => type !== "trigger" || !hasTrigger(definition)).map((step) => ({
    id: `add:${stepKey(step)}`,
    section: "add" as const,
    label: inCommands("addStep", { name: stepTypeName(step) }),
    more: stepTypeWords(step),
    step,
    run: () => addStep(services, step),
  }));
}

function stepEntries(services: EditorServices, { names, triggerSummary }: Labels): Entry[] {
  const { definition } = services.store.getState();
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]));
  return readingOrder(definition).order.flatMap((id) => {
    const node = nodes.get(id);
    if (!node) return [];
    const { title, detail } = nodeLabel(node, names, triggerSummary);
    return [
      {
        id: `step:${id}`,
        section: "steps" as const,
        label: title,
        ...(detail && { hint: detail }),
        more: detail,
        step: node,
        run: () => jumpTo(services, id),
      },
    ];
  });
}
