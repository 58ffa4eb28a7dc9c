/**
 * A command of the page around the editor, such as "Publish": it stands in the palette and in the help, and its keys work
 * where the editor's do, text fields included. Keys that the editor itself uses are not taken over.
 */
export interface HostCommand {
  /** Unique among the host's commands. */
  id: string;
  /** In the current language. */
  label: string;
  section: "automation" | "app";
  /** Other words to find it by. */
  keywords?: string;
  /** `mod+s`, written as in `Binding`. */
  keys?: readonly string[];
  disabled?: boolean;
  /** Offered as a button where help is read, too. */
  helps?: boolean;
  run: () => void;
}

/** Where the host's commands are kept, so that a change of theirs draws nothing anew. */
export interface HostCommands {
  current: readonly HostCommand[];
  /** Leads to a page of the workspace; without it the palette finds neither deals nor contacts. */
  goTo?: (path: string) => void;
}
