import type { Binding, EditorCommand, Zone } from "./command.ts";
import type { HostCommand } from "../../document/host-command.ts";
import { COMMANDS } from "./table.ts";
import type { EditorServices } from "../../document/context.ts";
import { chordOf } from "../../browser/keys.ts";
import type { T } from "../../describe/node-label.ts";

interface Bound {
  command: EditorCommand;
  binding: Binding;
}

/** Of every chord, what it does. */
const BOUND: ReadonlyMap<string, Bound> = new Map(
  COMMANDS.flatMap((command) => command.keys.map((binding) => [binding.chord, { command, binding }] as const)),
);

/** Does what a key press means; true when it meant something. */
export function pressKey(services: EditorServices, event: KeyboardEvent, t: T): boolean {
  const chord = chordOf(event);
  const target = event.target instanceof Element ? event.target : null;
  const bound = BOUND.get(chord);
  if (!bound) return pressHostKey(services.host.current, event);
  const { command, binding } = bound;
  if (binding.native || !isInZone(binding.zone, target)) return false;
  // A focused "+" on the canvas keeps its own Enter.
  if (chord === "enter" && target?.matches("button:not([data-step-id])")) return false;
  if (command.edits && services.store.getState().readOnly) return true;
  command.run({ services, t, chord });
  return true;
}

/** Does what a key press means to the page around the editor. Held keys count once. */
export function pressHostKey(commands: readonly HostCommand[], event: KeyboardEvent): boolean {
  const chord = chordOf(event);
  const command = BOUND.has(chord) ? undefined : commands.find(({ keys }) => keys?.includes(chord));
  if (!command) return false;
  if (!event.repeat && !command.disabled) command.run();
  return true;
}

/** True for a chord of the editor's own. */
export const isEditorChord = (chord: string): boolean => BOUND.has(chord);

function isInZone(zone: Zone, target: Element | null): boolean {
  if (zone === "anywhere") return true;
  if (target && inText(target)) return false;
  if (zone === "editor") return true;
  const part = zoneOf(target);
  return zone === "document" ? part !== null : part === "canvas";
}

/** True where typing writes text. */
export function inText(target: Element): boolean {
  const field = target.closest("input, textarea, select, [contenteditable='true'], [role='textbox']");
  return field !== null && !field.matches("input[type='checkbox'], input[type='radio'], input[type='button']");
}

const PARTS = ["canvas", "outline", "sentences"] as const;

/**
 * Which view of the document has the focus: the one drawn when only something round it has, as after a press on an edge,
 * which takes no focus itself.
 */
function zoneOf(target: Element | null): (typeof PARTS)[number] | null {
  const part = target?.closest("[data-document]") ?? target?.querySelector("[data-document]");
  return PARTS.find((each) => each === part?.getAttribute("data-document")) ?? null;
}
