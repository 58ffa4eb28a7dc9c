import { handleOf } from "@trilho/engine";
import { Plus, Trash2 } from "lucide-react";
import { shortcutLabel } from "../../browser/keys.ts";
import { stepName } from "../../describe/node-name.ts";
import type { T } from "../../describe/node-label.ts";
import { deleteEdges } from "../../document/commands/connect.ts";
import { useServices } from "../../document/context.ts";
import type { EditorServices } from "../../document/context.ts";
import { edgeKeys, edgesOf, findNode } from "../../document/document.ts";
import { notesOf } from "../../document/notes/notes.ts";
import type { Asking } from "../../document/view-store.ts";
import { textIn, useText } from "../../i18n/use-text.ts";
import { MenuAt } from "../../ui/dialogs/menu-popup.tsx";
import type { MenuAction } from "../../ui/dialogs/menu-popup.tsx";
import { commandName } from "./command.ts";
import type { CommandContext } from "./command.ts";
import { noteItems } from "./note-items.tsx";
import { commandOf } from "./table.ts";

type Question = Extract<Asking, { kind: "menu" }>;

/** Ids of the table of commands; null is a line between two groups. */
const ON_STEP = [
  "configure",
  "rename",
  null,
  "addAfter",
  "connect",
  null,
  "copy",
  "cut",
  "duplicate",
  "frameSteps",
  null,
  "delete",
] as const;
const ON_CANVAS = [
  "undo",
  "redo",
  null,
  "addNote",
  "addFrame",
  "frameSteps",
  null,
  "paste",
  "selectAll",
  null,
  "tidy",
  "fit",
  "find",
  null,
  "commands",
] as const;

/** What can be done to what was pressed with the right button, held by a finger, or has the focus. */
export function ContextMenu({ asking }: { asking: Question }) {
  const t = useText("builder");
  const inCommands = useText("commands");
  const services = useServices();
  const { store, view } = services;
  const { on, at } = asking;
  const { definition } = store.getState();
  const node = on !== "canvas" && "nodeId" in on ? findNode(definition, on.nodeId) : undefined;
  const note = on !== "canvas" && "noteId" in on ? notesOf(definition).find(({ id }) => id === on.noteId) : undefined;
  const fromTable = (id: string): MenuAction | null => {
    // Nothing is missed where no step is selected.
    if (id === "frameSteps" && store.getState().selection.nodeIds.length === 0) return null;
    return entryOf(id, { services, t, chord: null, at }, commandName(id, inCommands));
  };
  const items =
    on === "canvas"
      ? rowsOf(ON_CANVAS, fromTable)
      : "edgeKey" in on
        ? edgeItems(on.edgeKey, asking, services, t)
        : "noteId" in on
          ? note
            ? noteItems(services, note)
            : []
          : rowsOf(ON_STEP, fromTable);
  const label = note
    ? textIn(services.texts, "notes", `menu.${note.kind}`)
    : node
      ? t("context.node", { name: stepName(node) })
      : t(on === "canvas" ? "context.canvas" : "context.edge");
  const close = (): void => {
    // What was chosen may have asked something else already.
    if (view.getState().asking !== asking) return;
    const before = view.getState().focus;
    view.getState().set({ asking: null });
    if (before === view.getState().focus) view.getState().wantFocus("node", node?.id ?? note?.id ?? null);
  };
  return <MenuAt at={at} label={label} items={items} onClose={close} />;
}

function rowsOf(ids: readonly (string | null)[], entry: (id: string) => MenuAction | null): (MenuAction | null)[] {
  const rows: (MenuAction | null)[] = [];
  for (const id of ids) {
    const row = id === null ? null : entry(id);
    if (row !== null || (id === null && rows.length > 0 && rows.at(-1) !== null)) rows.push(row);
  }
  return rows.at(-1) === null ? rows.slice(0, -1) : rows;
}

function entryOf(id: string, context: CommandContext, label: string): MenuAction | null {
  const { services } = context;
  const command = commandOf(id);
  if (command.edits && services.store.getState().readOnly) return null;
  const chord = command.keys[0]?.chord;
  return {
    label,
    ...(chord !== undefined && { shortcut: shortcutLabel(chord) }),
    disabled: !(command.isPossible?.(services) ?? true),
    danger: id === "delete",
    // Once the menu has given the focus back.
    onSelect: () => requestAnimationFrame(() => command.run(context)),
  };
}

function edgeItems(key: string, { at }: Question, services: EditorServices, t: T): (MenuAction | null)[] {
  const { store, view } = services;
  const { definition, readOnly, run } = store.getState();
  const edge = edgesOf(definition)[edgeKeys(definition).indexOf(key)];
  if (!edge || readOnly) return [];
  const spot = { kind: "handle", nodeId: edge.source, handle: handleOf(edge) } as const;
  return [
    {
      label: t("context.insert"),
      icon: <Plus size={15} />,
      onSelect: () => requestAnimationFrame(() => view.getState().set({ asking: { kind: "add", spot, at } })),
    },
    null,
    {
      label: t("context.disconnect"),
      icon: <Trash2 size={15} />,
      shortcut: shortcutLabel("delete"),
      danger: true,
      onSelect: () => void run(deleteEdges([key])),
    },
  ];
}
