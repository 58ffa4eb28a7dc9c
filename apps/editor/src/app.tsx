import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, type ComponentType, type ReactNode } from "react";
import { Redirect, Route, Router, Switch } from "wouter";
import { ClientProvider } from "./data/client-provider.tsx";
import { useSession } from "./data/session.ts";
import { BuilderSkeleton } from "./screens/builder/builder-skeleton.tsx";
import { automationsScreen, builderScreen, dealScreen, type ScreenCode } from "./screens/early.ts";
import { LoadingScreen } from "./screens/loading-screen.tsx";
import { CrashBoundary } from "./screens/crash-boundary.tsx";
import { flowPath, useGuardedLocation } from "./browser/location.ts";
import { NotFoundScreen } from "./screens/not-found-screen.tsx";
import { PauseNotice } from "./screens/pause-notice.tsx";
import { Shell } from "./screens/shell/shell.tsx";
import { keepFocus } from "./ui/keep-focus.ts";
import { endFirstPicture } from "./ui/loading/first-picture.ts";
import { lazyPart, type LazyPartOptions } from "./ui/loading/lazy-part.tsx";
import { loadAll, type OnDemand } from "./ui/loading/on-demand.ts";
import { whenIdle } from "./ui/loading/when-idle.ts";
import { ReloadContext } from "./ui/loading/not-loaded.tsx";
import { Toasts } from "./ui/dialogs/toasts.tsx";
import { TooltipProvider } from "./ui/dialogs/tooltip.tsx";

const inShell = (words: ReactNode): ReactNode => <Shell title="">{words}</Shell>;
/** Each with its own code: see `loadOtherScreens`. */
const screens = new Map<ScreenCode, OnDemand>();

function screen<Props extends object>(
  from: () => Promise<ComponentType<Props>>,
  options: Partial<LazyPartOptions<Props>> = {},
) {
  const { Part, code } = lazyPart(from, { fallback: <LoadingScreen />, frame: inShell, ...options });
  screens.set(from, code);
  return Part;
}
const alone = (words: ReactNode): ReactNode => <main>{words}</main>;

const BuilderScreen = screen(builderScreen, { isFirst: true, fallback: <BuilderSkeleton /> });
const AutomationsScreen = screen(automationsScreen, { isFirst: true });
const { Part: ConnectScreen } = lazyPart(
  async () => (await import("./screens/connect/connect-screen.tsx")).ConnectScreen,
  { isFirst: true, missing: "here", frame: alone },
);
const RunsScreen = screen(async () => (await import("./screens/runs/runs-screen.tsx")).RunsScreen);

const WorkspaceRunsScreen = screen(
  async () => (await import("./screens/runs/workspace-runs-screen.tsx")).WorkspaceRunsScreen,
);

const RunScreen = screen(async () => (await import("./screens/runs/run-screen.tsx")).RunScreen);
const InteractionsScreen = screen(
  async () => (await import("./screens/interactions/interactions-screen.tsx")).InteractionsScreen,
);
const reload = (): void => window.location.reload();

export function App() {
  const session = useSession();
  useEffect(() => keepFocus(document.body), []);
  useEffect(endFirstPicture, []);
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

const OutboxScreen = screen(async () => (await import("./screens/outbox/outbox-screen.tsx")).OutboxScreen);

const DealsScreen = screen(async () => (await import("./screens/deals/deals-screen.tsx")).DealsScreen);
const DealScreen = screen(dealScreen);
const ContactScreen = screen(async () => (await import("./screens/contacts/contact-screen.tsx")).ContactScreen);

/** Addresses go through our own location, which asks before unsaved changes are left. */
const routing = { hook: useGuardedLocation };

const NUMBER = /^[1-9]\d{0,8}$/;

/** For a first picture that shows this screen, and not what stands for it. */
export const loadScreen = async (from: ScreenCode): Promise<boolean> => (await screens.get(from)?.load()) ?? false;

/** Behind the screen that a visit begins with, whose code is on its way by now, and what it shows; one after the other: nobody waits for them. */
async function loadOtherScreens(queries: QueryClient): Promise<void> {
  const codes = [...screens.values()];
  await loadAll(codes.filter((code) => code.arrival().state !== "absent"));
  do await new Promise<void>(whenIdle);
  while (queries.isFetching() > 0);
  for (const code of codes) await code.load();
}

function Screens() {
  const queries = useQueryClient();
  useEffect(() => void loadOtherScreens(queries), [queries]);
  return (
    <Router {...routing}>
      <Switch>
        <Route path="/">
          <AutomationsScreen />
        </Route>
        <Route path="/automations">
          <Redirect to="/" replace />
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
        <Route path="/contacts">
          <Redirect to="/deals" replace />
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
}
