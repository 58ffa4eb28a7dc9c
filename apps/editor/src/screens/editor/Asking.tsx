import { CommandPalette } from "../../features/commands/CommandPalette.tsx";
import type { Asking as Question } from "../../document/viewStore.ts";
import { AddAfterMenu, AddMenu } from "../../features/palette/AddMenu.tsx";
import { ConnectMenu } from "../../features/palette/ConnectMenu.tsx";
import { HelpDialog } from "../../features/commands/HelpDialog.tsx";

/** Whatever the editor is asking right now. */
export function Asking({ asking }: { asking: Question | null }) {
  if (!asking) return null;
  if (asking.kind === "add") return <AddMenu spot={asking.spot} at={asking.at} />;
  if (asking.kind === "addAfter") return <AddAfterMenu nodeId={asking.nodeId} />;
  if (asking.kind === "connect") return <ConnectMenu nodeId={asking.nodeId} handle={asking.handle} />;
  if (asking.kind === "commands") return <CommandPalette />;
  return <HelpDialog />;
}
