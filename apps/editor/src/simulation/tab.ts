import type { GraphDefinition } from "@trilho/engine";
import type { Command } from "../document/commands/command.ts";
import type { Overlay } from "../document/view-store.ts";
import type { SimulatedAutomation } from "./use-simulation.ts";

/** What every tab of the panel gets. */
export interface SimulateTabProps {
  definition: GraphDefinition;
  automation: SimulatedAutomation;
  trigger: string | null;
  readOnly: boolean;
  run: (command: Command) => boolean;
  onOverlay: (overlay: Overlay | null) => void;
  onSelectNode: (nodeId: string) => void;
}
