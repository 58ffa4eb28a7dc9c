import { useEffect, type ReactNode } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { ClientProvider } from "./data/client-provider.tsx";
import { useSession } from "./data/session.ts";
import { BuilderSkeleton } from "./screens/builder/builder-skeleton.tsx";
import { automationsScreen } from "./screens/early.ts";
import { LoadingScreen } from "./screens/loading-screen.tsx";
import { CrashBoundary } from "./screens/crash-boundary.tsx";
import { flowPath, useGuardedLocation } from "./browser/location.ts";
import { NotFoundScreen } from "./screens/not-found-screen.tsx";
import { PauseNotice } from "./screens/pause-notice.tsx";
import { Shell } from "./screens/shell/shell.tsx";
import { keepFocus } from "./ui/keep-focus.ts";
import { lazyPart } from "./ui/loading/lazy-part.tsx";
import { ReloadContext } from "./ui/loading/not-loaded.tsx";
import { Toasts } from "./ui/dialogs/toasts.tsx";
import { TooltipProvider } from "./ui/dialogs/tooltip.tsx";

const inShell = (words: ReactNode): ReactNode => <Shell title="">{words}</Shell>;
const alone = (words: ReactNode): ReactNode => <main>{words}</main>;

/** Each screen with its own code: the canvas and the engine are most of the program, and the list does not wait for them. */
const { Part: BuilderScreen } = lazyPart(
  async () => (await import("./screens/builder/builder-screen.tsx")).BuilderScreen,
  {
    isFirst: true,
    fallback: <BuilderSkeleton />,
    frame: inShell,
  },
);
const { Part: AutomationsScreen } = lazyPart(async () => (await automationsScreen()).AutomationsScreen, {
  isFirst: true,
  fallback: <LoadingScreen />,
  frame: inShell,
});
const { Part: ConnectScreen } = lazyPart(
  async () => (await import("./screens/connect/connect-screen.tsx")).ConnectScreen,
  { isFirst: true, missing: "here", frame: alone },
);
const { Part: RunsScreen } = lazyPart(async () => (await import("./screens/runs/runs-screen.tsx")).RunsScreen, {
  fallback: <LoadingScreen />,
  frame: inShell,
});

const { Part: WorkspaceRunsScreen } = lazyPart(
  async () => (await import("./screens/runs/workspace-runs-screen.tsx")).WorkspaceRunsScreen,
  { fallback: <LoadingScreen />, frame: inShell },
);

const { Part: RunScreen } = lazyPart(async () => (await import("./screens/runs/run-screen.tsx")).RunScreen, {
  fallback: <LoadingScreen />,
  frame: inShell,
});
const { Part: InteractionsScreen } = lazyPart(
  async () => (await import("./screens/interactions/interactions-screen.tsx")).InteractionsScreen,
  { fallback: <LoadingScreen />, frame: inShell },
);
const reload = (): void => window.location.reload();

export function App() {
  const session = useSession();
  useEffect(() => keepFocus(document.body), []);
  return (
    <CrashBoundary>
      <ReloadContext value={reload}>
        <TooltipProvider>
          {session === null ? (
            <ConnectScreen />
          ) : (
            <ClientProvider session={session}>
              <Screens />
              <PauseNotice />
            </ClientProvider>
          )}
        </TooltipProvider>
        <Toasts />
      </ReloadContext>
    </CrashBoundary>
  );
}

const { Part: OutboxScreen } = lazyPart(async () => (await import("./screens/outbox/outbox-screen.tsx")).OutboxScreen, {
  fallback: <LoadingScreen />,
  frame: inShell,
});

const { Part: DealsScreen } = lazyPart(async () => (await import("./screens/deals/deals-screen.tsx")).DealsScreen, {
  fallback: <LoadingScreen />,
  frame: inShell,
});
const { Part: DealScreen } = lazyPart(async () => (await import("./screens/deals/deal-screen.tsx")).DealScreen, {
  fallback: <LoadingScreen />,
  frame: inShell,
});
const { Part: ContactScreen } = lazyPart(
  async () => (await import("./screens/contacts/contact-screen.tsx")).ContactScreen,
  { fallback: <LoadingScreen />, frame: inShell },
);

/** Addresses go through our own location, which asks before unsaved changes are left. */
const routing = { hook: useGuardedLocation };

const NUMBER = /^[1-9]\d{0,8}$/;

const Screens = () => (
  <Router {...routing}>
    <Switch>
      <Route path="/">
        <AutomationsScreen />
      </Route>
      <Route path="/automations/:id/runs/:runId">
        {({ id, runId }) => <RunScreen key={`${id} ${runId}`} automationId={id} runId={runId} />}
      </Route>
      <Route path="/automations/:id/flow">{({ id }) => <Redirect to={flowPath(id)} replace />}</Route>
      <Route path="/automations/:id/deals/:seq">
        {({ id, seq }) => <RunsScreen key={`${id} ${seq}`} id={id} dealSeq={Number(seq)} />}
      </Route>
      <Route path="/automations/:id/runs">{({ id }) => <RunsScreen key={id} id={id} />}</Route>
      <Route path="/interactions">
        <InteractionsScreen />
      </Route>
      <Route path="/runs">
        <WorkspaceRunsScreen />
      </Route>
      <Route path="/deals">
        <DealsScreen />
      </Route>
      <Route path="/deals/:seq">
        {({ seq }) => (NUMBER.test(seq) ? <DealScreen key={seq} seq={Number(seq)} /> : <NotFoundScreen />)}
      </Route>
      <Route path="/contacts/:id">{({ id }) => <ContactScreen key={id} id={id} />}</Route>
      <Route path="/outbox">
        <OutboxScreen />
      </Route>
      <Route path="/automations/:id">{({ id }) => <BuilderScreen id={id} />}</Route>
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  </Router>
);
