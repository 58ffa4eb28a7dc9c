import { useServices } from "../../document/context.ts";
import { askToAddAfter } from "../../document/ask-to-add.ts";
import { deleteEdges } from "../../document/commands/connect.ts";
import { deleteNodes } from "../../document/commands/remove.ts";
import type { ScreenPoint } from "../../document/view-store.ts";
import type { Row } from "./rows.ts";

export interface RowCommands {
  /** Does what a key means on a row; false when it means nothing there. */
  onKey(key: string, row: Row): boolean;
  add(row: Row, at: ScreenPoint | null): void;
  connect(row: Row): void;
  remove(row: Row): void;
  settings(row: Row): void;
  jump(row: Row): void;
}

/** What can be done at a line of the outline. */
export function useRowCommands(): RowCommands {
  const { store, view } = useServices();
  const commands: RowCommands = {
    add(row, at) {
      const { definition, readOnly } = store.getState();
      if (readOnly) return;
      const handle = row.kind === "step" ? null : row.port.handle;
      const asking =
        handle === null
          ? askToAddAfter(definition, row.nodeId)
          : ({ kind: "add", spot: { kind: "handle", nodeId: row.nodeId, handle }, at } as const);
      if (asking) view.getState().set({ asking });
    },
    connect(row) {
      if (store.getState().readOnly) return;
      const handle = row.kind === "step" ? null : row.port.handle;
      view.getState().set({ asking: { kind: "connect", nodeId: row.nodeId, handle } });
    },
    remove(row) {
      if (row.kind === "step") {
        store.getState().run(deleteNodes([row.nodeId]));
        view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
      } else if ("edgeKey" in row && row.edgeKey !== null) store.getState().run(deleteEdges([row.edgeKey]));
    },
    settings(row) {
      store.getState().select({ nodeIds: [row.nodeId] });
      view.getState().set({ sheet: "inspector" });
      view.getState().wantFocus("inspector", row.nodeId);
    },
    jump(row) {
      if (row.kind !== "jump") return;
      store.getState().select({ nodeIds: [row.targetId] });
      view.getState().wantFocus("node", row.targetId);
    },
    onKey(key, row) {
      const act = KEYS[key];
      if (!act) return false;
      act(commands, row);
      return true;
    },
  };
  return commands;
}

type Act = (commands: RowCommands, row: Row) => void;

const ENTER: Record<Row["kind"], Act> = {
  step: (commands, row) => commands.settings(row),
  handle: (commands, row) => commands.add(row, null),
  open: (commands, row) => commands.add(row, null),
  jump: (commands, row) => commands.jump(row),
};

const KEYS: Record<string, Act> = {
  Enter: (commands, row) => ENTER[row.kind](commands, row),
  " ": (commands, row) => ENTER[row.kind](commands, row),
  a: (commands, row) => commands.add(row, null),
  A: (commands, row) => commands.add(row, null),
  c: (commands, row) => commands.connect(row),
  C: (commands, row) => commands.connect(row),
  Delete: (commands, row) => commands.remove(row),
  Backspace: (commands, row) => commands.remove(row),
};
