import { CommandPalette } from "../commands/CommandPalette.tsx";
import type { Asking as Question } from "../store/viewStore.ts";
import { AddAfterMenu, AddMenu } from "./AddMenu.tsx";
import { ConnectMenu } from "./ConnectMenu.tsx";
import { HelpDialog } from "./HelpDialog.tsx";

/** Whatever the editor is asking right now. */
export function Asking({ asking }: { asking: Question | null }) {
  if (!asking) return null;
  if (asking.kind === "add") return <AddMenu spot={asking.spot} at={asking.at} />;
  if (asking.kind === "addAfter") return <AddAfterMenu nodeId={asking.nodeId} />;
  if (asking.kind === "connect") return <ConnectMenu nodeId={asking.nodeId} handle={asking.handle} />;
  if (asking.kind === "commands") return <CommandPalette />;
  return <HelpDialog />;
}
