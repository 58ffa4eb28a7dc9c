import type { EditorServices } from "../context.ts";
import type { Point } from "../document.ts";
import { drawnNow } from "../layout/drawn.ts";
import { freePlace } from "../layout/placement.ts";
import { keptPlaces } from "../layout/unfolding.ts";
import type { ScreenPoint } from "../view-store.ts";
import type { Command } from "../commands/command.ts";
import { addNote, duplicateNote, moveDrawn, removeNote } from "./commands.ts";
import { followed } from "./follow.ts";
import { boxesOf, frameAround, movedWith } from "./frames.ts";
import { drawnId, notesOf } from "./notes.ts";
import type { Note } from "./notes.ts";

export { followed, moveDrawn, movedWith };

type Services = Pick<EditorServices, "store" | "view" | "canvas" | "root">;

const SIZE = { note: { width: 220, height: 140 }, frame: { width: 400, height: 280 } } as const;

/** Adds an empty note or frame and lets it be written: at a place on the screen, else in the middle of what is seen. */
export function addAt(services: Services, kind: Note["kind"], pointer: ScreenPoint | null): void {
  const at = services.canvas.current?.pointAt(pointer ?? middleOf(services));
  if (!at) return;
  const { width, height } = SIZE[kind];
  const place = pointer ? at : { x: at.x - width / 2, y: at.y - height / 2 };
  const isFree = pointer !== null || kind === "frame";
  write(services, addNote(kind, { ...(isFree ? place : beside(services, place)), width, height }));
}

/** Puts a frame around the selected steps and lets its title be written. */
export function frameSelected(services: Services): void {
  const box = frameAround(drawnNow(services), services.store.getState().selection.nodeIds);
  if (box) write(services, addNote("frame", box));
}

export function duplicate(services: Services, { id }: Note): void {
  const added = addedBy(services, duplicateNote(id));
  if (added) services.view.getState().wantFocus("node", added.id);
}

export function remove({ store, view }: Services, { id }: Note): void {
  store.getState().run(removeNote(id));
  view.getState().wantFocus("node", null);
}

/** Moves a note or frame by so much, a frame with what lies in it. */
export function nudge(services: Services, note: Note, [x, y]: readonly [number, number]): void {
  const { definition, run } = services.store.getState();
  const places = movedWith(drawnNow(services), note, { x: note.x + x, y: note.y + y });
  const kept = keptPlaces(definition, services.view.getState().unfolded, places);
  run(moveDrawn(kept, "nudge", [...places.keys()]));
}

function write(services: Services, command: Command): void {
  const added = addedBy(services, command);
  if (added) services.view.getState().wantFocus("note", added.id);
}

/** The note that a command added. */
function addedBy({ store }: Services, command: Command): Note | undefined {
  return store.getState().run(command) ? notesOf(store.getState().definition).at(-1) : undefined;
}

function middleOf({ root }: Services): ScreenPoint {
  const box = root()?.querySelector("[data-document]")?.getBoundingClientRect();
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : { x: 0, y: 0 };
}

/** As near as it can be without lying on something. */
function beside(services: Services, place: Point): Point {
  const drawn = drawnNow(services);
  const boxes = boxesOf(drawn);
  for (const note of notesOf(drawn.definition)) if (note.kind === "frame") boxes.delete(drawnId(note));
  return freePlace(place, "", boxes, new Map([...boxes, ["", { ...place, ...SIZE.note }]]));
}
