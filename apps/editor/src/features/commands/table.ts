import type { EditorServices } from "../../document/context.ts";
import { copyFromMenu, cutFromMenu, duplicateSelection, pasteFromMenu } from "./clipboard.ts";
import { shortcutLabel } from "../../browser/keys.ts";
import { deleteSelection, focusSelection } from "../../document/selection-commands.ts";
import { showNextProblem } from "../../document/show-problem.ts";
import { alignNodes, distributeNodes } from "../../document/commands/align.ts";
import type { Alignment, Axis } from "../../document/commands/align.ts";
import { tidyUp } from "../../document/commands/arrange.ts";
import { hasSafeFix, previewSafeFixes, problemsOf } from "../../document/problems.ts";
import type { DocumentView } from "../../document/view-store.ts";
import { NOTE_COMMANDS } from "./note-commands.ts";
import type { Binding, EditorCommand, Zone } from "./command.ts";
import { addAfterSelection, connectSelected, goTo, nudge, openInspector, searchSteps, showView } from "./acts.ts";

const chosen = ({ store }: EditorServices): readonly string[] => store.getState().selection.nodeIds;
const several = (least: number) => (services: EditorServices) => chosen(services).length >= least;
const anything = ({ store }: EditorServices): boolean => {
  const { nodeIds, edgeKeys } = store.getState().selection;
  return nodeIds.length + edgeKeys.length > 0;
};
const onCanvas = ({ view }: EditorServices): boolean => view.getState().view === "canvas";
const hasSteps = ({ store }: EditorServices): boolean => store.getState().definition.nodes.length > 0;

const keys = (zone: Zone, ...chords: readonly string[]): Binding[] => chords.map((chord) => ({ chord, zone }));
const spare = (zone: Zone, chord: string): Binding => ({ chord, zone, spare: true });
const native = (chord: string): Binding => ({ chord, zone: "document", native: true });

const align = (to: Alignment, chord: string): EditorCommand => ({
  id: `align.${to}`,
  section: "arrange",
  keys: keys("document", chord),
  edits: true,
  isPossible: several(2),
  run: ({ services }) => void services.store.getState().run(alignNodes(chosen(services), to)),
});

const distribute = (axis: Axis, chord: string): EditorCommand => ({
  id: `distribute.${axis}`,
  section: "arrange",
  keys: keys("document", chord),
  edits: true,
  isPossible: several(3),
  run: ({ services }) => void services.store.getState().run(distributeNodes(chosen(services), axis)),
});

const look = (view: DocumentView): EditorCommand => ({
  id: `show.${view}`,
  section: "view",
  keys: [],
  isPossible: (services) => services.view.getState().view !== view,
  run: ({ services }) => showView(services, view),
});

/** Everything the editor can do by a key or from the palette, in the order of the palette. No chord stands here twice. */
export const COMMANDS: readonly EditorCommand[] = [
  {
    id: "undo",
    section: "edit",
    keys: keys("editor", "mod+z"),
    help: "editing",
    edits: true,
    isPossible: ({ store }) => store.getState().history.past.length > 0,
    run: ({ services }) => services.store.getState().undo() && focusSelection(services),
  },
  {
    id: "redo",
    section: "edit",
    keys: [...keys("editor", "mod+shift+z"), spare("editor", "mod+y")],
    help: "editing",
    edits: true,
    isPossible: ({ store }) => store.getState().history.future.length > 0,
    run: ({ services }) => services.store.getState().redo() && focusSelection(services),
  },
  {
    id: "addAfter",
    section: "add",
    keys: keys("document", "a"),
    help: "building",
    edits: true,
    run: ({ services }) => addAfterSelection(services),
  },
  {
    id: "connect",
    section: "edit",
    keys: keys("document", "c"),
    help: "building",
    edits: true,
    isPossible: several(1),
    run: ({ services }) => connectSelected(services),
  },
  {
    id: "searchSteps",
    section: "add",
    keys: keys("document", "/"),
    help: "building",
    edits: true,
    run: ({ services }) => searchSteps(services),
  },
  ...NOTE_COMMANDS,
  {
    id: "rename",
    section: "edit",
    keys: keys("document", "f2"),
    help: "building",
    edits: true,
    isPossible: several(1),
    run: ({ services }) => openInspector(services, "name"),
  },
  {
    id: "configure",
    section: "edit",
    keys: keys("canvas", "enter"),
    help: "moving",
    isPossible: several(1),
    run: ({ services }) => openInspector(services, "inspector"),
  },
  {
    id: "delete",
    section: "edit",
    keys: [...keys("document", "delete"), spare("document", "backspace")],
    help: "building",
    edits: true,
    isPossible: anything,
    run: ({ services }) => deleteSelection(services),
  },
  {
    id: "copy",
    section: "edit",
    keys: [native("mod+c")],
    help: "editing",
    isPossible: several(1),
    run: ({ services, t }) => void copyFromMenu(services, t),
  },
  {
    id: "cut",
    section: "edit",
    keys: [native("mod+x")],
    help: "editing",
    edits: true,
    isPossible: several(1),
    run: ({ services, t }) => void cutFromMenu(services, t),
  },
  {
    id: "paste",
    section: "edit",
    keys: [native("mod+v")],
    help: "editing",
    edits: true,
    run: ({ services }) => void pasteFromMenu(services),
  },
  {
    id: "duplicate",
    section: "edit",
    keys: keys("document", "mod+d"),
    help: "editing",
    edits: true,
    isPossible: several(1),
    run: ({ services }) => duplicateSelection(services),
  },
  {
    id: "selectAll",
    section: "edit",
    keys: keys("editor", "mod+a"),
    help: "editing",
    isPossible: hasSteps,
    run: ({ services: { store } }) =>
      store.getState().select({ nodeIds: store.getState().definition.nodes.map(({ id }) => id) }),
  },
  {
    id: "selectNone",
    section: "edit",
    keys: keys("document", "escape"),
    help: "moving",
    isPossible: anything,
    run: ({ services: { store } }) => store.getState().select({}),
  },
  {
    id: "tidy",
    section: "arrange",
    keys: keys("document", "t"),
    help: "building",
    edits: true,
    isPossible: hasSteps,
    run: ({ services: { store, view, canvas }, t }) => {
      if (!store.getState().run(tidyUp())) view.getState().announce(t("announced.alreadyTidy"));
      requestAnimationFrame(() => canvas.current?.fit());
    },
  },
  align("left", "alt+a"),
  align("centre", "alt+h"),
  align("right", "alt+d"),
  align("top", "alt+w"),
  align("middle", "alt+v"),
  align("bottom", "alt+s"),
  distribute("horizontal", "alt+shift+h"),
  distribute("vertical", "alt+shift+v"),
  {
    id: "nudge",
    section: "arrange",
    keys: keys("canvas", "alt+arrowup", "alt+arrowdown", "alt+arrowleft", "alt+arrowright"),
    help: "building",
    keysOnly: true,
    edits: true,
    run: ({ services, chord }) => nudge(services, chord),
  },
  {
    id: "go",
    section: "view",
    keys: keys("canvas", "arrowup", "arrowdown", "arrowleft", "arrowright"),
    help: "moving",
    keysOnly: true,
    run: goTo,
  },
  { id: "ends", section: "view", keys: keys("canvas", "home", "end"), help: "moving", keysOnly: true, run: goTo },
  look("canvas"),
  look("outline"),
  look("sentences"),
  {
    id: "toggleOutline",
    section: "view",
    keys: keys("document", "o"),
    help: "looking",
    keysOnly: true,
    run: ({ services }) => showView(services, services.view.getState().view === "outline" ? "canvas" : "outline"),
  },
  {
    id: "toggleSentences",
    section: "view",
    keys: keys("document", "s"),
    help: "looking",
    keysOnly: true,
    run: ({ services }) => showView(services, services.view.getState().view === "sentences" ? "canvas" : "sentences"),
  },
  {
    id: "fit",
    section: "view",
    keys: keys("document", "f"),
    help: "looking",
    isPossible: onCanvas,
    run: ({ services: { canvas } }) => canvas.current?.fit(),
  },
  {
    id: "find",
    section: "view",
    keys: keys("document", "mod+f"),
    help: "looking",
    isPossible: hasSteps,
    run: ({ services: { view } }) => view.getState().set({ view: "canvas", finding: true, sheet: null }),
  },
  {
    id: "zoomIn",
    section: "view",
    keys: [...keys("document", "+"), spare("document", "=")],
    help: "looking",
    isPossible: onCanvas,
    run: ({ services: { canvas } }) => canvas.current?.zoomIn(),
  },
  {
    id: "zoomOut",
    section: "view",
    keys: keys("document", "-"),
    help: "looking",
    isPossible: onCanvas,
    run: ({ services: { canvas } }) => canvas.current?.zoomOut(),
  },
  {
    id: "nextProblem",
    section: "problems",
    keys: keys("document", "p"),
    help: "moving",
    isPossible: ({ store }) => problemsOf(store.getState().definition).all.length > 0,
    run: ({ services }) => showNextProblem(services),
  },
  {
    id: "fixAllSafe",
    section: "problems",
    keys: keys("document", "mod+."),
    help: "editing",
    edits: true,
    isPossible: ({ store }) => hasSafeFix(store.getState().definition),
    run: ({ services }) => previewSafeFixes(services),
  },
  {
    id: "simulate",
    section: "run",
    keys: keys("document", "r"),
    help: "looking",
    run: ({ services: { view } }) => {
      const simulating = view.getState().mode === "simulate";
      view.getState().set({ mode: simulating ? "build" : "simulate", highlight: null, sheet: null });
    },
  },
  {
    id: "commands",
    section: "app",
    keys: keys("anywhere", "mod+k"),
    help: "looking",
    keysOnly: true,
    run: ({ services: { view } }) => view.getState().set({ asking: { kind: "commands" } }),
  },
  {
    id: "help",
    section: "app",
    keys: keys("editor", "?"),
    help: "looking",
    run: ({ services: { view } }) => view.getState().set({ asking: { kind: "help" } }),
  },
];

/** A command of the table; throws for an id that it does not have, which is a mistake of the program. */
export function commandOf(id: string): EditorCommand {
  const found = COMMANDS.find((command) => command.id === id);
  if (!found) throw new Error(`There is no command “${id}”.`);
  return found;
}

/** The keys of a command as the keyboard shows them: "Ctrl+Z". */
export const shortcutOf = (id: string): string => shortcutLabel(commandOf(id).keys[0]?.chord ?? "");
