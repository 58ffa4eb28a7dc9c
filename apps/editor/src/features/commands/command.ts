import type { Text } from "../../i18n/use-text.ts";
import type { EditorServices } from "../../document/context.ts";
import type { ScreenPoint } from "../../document/view-store.ts";
import type { T } from "../../describe/node-label.ts";

/** Where the palette lists a command, in its order. Commands from outside of the editor stand in "automation" and "app". */
export const SECTIONS = ["run", "automation", "edit", "problems", "arrange", "view", "app", "add"] as const;
export type Section = (typeof SECTIONS)[number];

/** Where the keyboard focus must be for keys to count. `anywhere` includes text fields; `editor` is all but those. */
export type Zone = "anywhere" | "editor" | "document" | "canvas";

/** Keys of a command: `mod+shift+z`, in lower case, in the order mod, alt, shift. `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export interface Binding {
  chord: string;
  zone: Zone;
  /** A second way to press the same; help and palette leave it out. */
  spare?: true;
  /** The browser itself answers these keys with an event that the editor listens to: copy, cut and paste. */
  native?: true;
}

export interface CommandContext {
  services: EditorServices;
  t: T;
  /** The keys pressed, null when it was chosen from a list. */
  chord: string | null;
  /** Where the menu was asked for that it was chosen from. */
  at?: ScreenPoint;
}

/** One thing the editor can do. Palette, help and key handling all come from the table of these. */
export interface EditorCommand {
  id: string;
  section: Section;
  keys: readonly Binding[];
  /** The heading of the help under which its keys stand. */
  help?: "moving" | "building" | "editing" | "looking";
  /** Means something only as a key press: the palette does not offer it. */
  keysOnly?: true;
  /** Changes the document: left out where that is read only. */
  edits?: true;
  /** False where there is nothing to do it to. */
  isPossible?: (services: EditorServices) => boolean;
  run: (context: CommandContext) => void;
}

/** What a command of the table is called in help and palette. */
export const commandName = (id: string, inCommands: Text<"commands">): string =>
  inCommands(`name.${id}` as Parameters<typeof inCommands>[0]);
