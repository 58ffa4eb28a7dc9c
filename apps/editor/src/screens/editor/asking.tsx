import { CommandPalette } from "../../features/commands/command-palette.tsx";
import type { Asking as Question } from "../../document/view-store.ts";
import { AddAfterMenu, AddMenu } from "../../features/palette/add-menu.tsx";
import { ConnectMenu } from "../../features/palette/connect-menu.tsx";
import { ContextMenu } from "../../features/commands/context-menu.tsx";
import { HelpDialog } from "../../features/commands/help-dialog.tsx";

/** Whatever the editor is asking right now. */
export function Asking({ asking }: { asking: Question | null }) {
  if (!asking) return null;
  if (asking.kind === "add") return <AddMenu spot={asking.spot} at={asking.at} />;
  if (asking.kind === "addAfter") return <AddAfterMenu nodeId={asking.nodeId} />;
  if (asking.kind === "connect") return <ConnectMenu nodeId={asking.nodeId} handle={asking.handle} />;
  if (asking.kind === "menu") return <ContextMenu asking={asking} />;
  if (asking.kind === "commands") return <CommandPalette />;
  return <HelpDialog />;
}
