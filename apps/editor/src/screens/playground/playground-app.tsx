import { useEffect } from "react";
import { GivenClient } from "../../data/client-provider.tsx";
import { Toasts } from "../../ui/dialogs/toasts.tsx";
import { TooltipProvider } from "../../ui/dialogs/tooltip.tsx";
import { keepFocus } from "../../ui/keep-focus.ts";
import { ReloadContext } from "../../ui/loading/not-loaded.tsx";
import { CrashBoundary } from "../crash-boundary.tsx";
import { PlaygroundScreen } from "./playground-screen.tsx";

const reload = (): void => window.location.reload();

/** The editor as a page of its own that knows no service. */
export function PlaygroundApp() {
  useEffect(() => keepFocus(document.body), []);
  return (
    <CrashBoundary>
      <ReloadContext value={reload}>
        <GivenClient client={null}>
          <TooltipProvider>
            <PlaygroundScreen />
          </TooltipProvider>
        </GivenClient>
        <Toasts />
      </ReloadContext>
    </CrashBoundary>
  );
}
