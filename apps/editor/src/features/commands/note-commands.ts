import { notesCode } from "../../document/notes/notes-code.ts";
import type { NotesCode } from "../../document/notes/notes-code.ts";
import { hasTrigger } from "../../document/steps.ts";
import type { CommandContext, EditorCommand } from "./command.ts";
import { withCode } from "./with-code.ts";

/** The trigger keeps notes. `least`: how many steps have to be selected. */
const addsNote = (id: string, act: (code: NotesCode, context: CommandContext) => void, least = 0): EditorCommand => ({
  id,
  section: "add",
  keys: id === "addNote" ? [{ chord: "n", zone: "canvas" }] : [],
  help: "building",
  edits: true,
  isPossible: ({ store, view }) => {
    const { definition, selection } = store.getState();
    return view.getState().view === "canvas" && hasTrigger(definition) && selection.nodeIds.length >= least;
  },
  run: (context) => void withCode(context.services, notesCode, (code) => act(code, context)),
});

export const NOTE_COMMANDS: readonly EditorCommand[] = [
  addsNote("addNote", ({ addAt }, { services, at = null }) => addAt(services, "note", at)),
  addsNote("addFrame", ({ addAt }, { services, at = null }) => addAt(services, "frame", at)),
  addsNote("frameSteps", ({ frameSelected }, { services }) => frameSelected(services), 1),
];
