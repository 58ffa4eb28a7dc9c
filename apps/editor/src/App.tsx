import { lazy, Suspense } from "react";
import { Route, Router, Switch } from "wouter";
import { ClientProvider } from "./data/ClientProvider.tsx";
import { useSession } from "./data/session.ts";
import { AutomationsScreen } from "./screens/automations/AutomationsScreen.tsx";
import { BuilderSkeleton } from "./screens/builder/BuilderSkeleton.tsx";
import { ConnectScreen } from "./screens/connect/ConnectScreen.tsx";
import { LoadingScreen } from "./screens/LoadingScreen.tsx";
import { CrashBoundary } from "./screens/CrashBoundary.tsx";
import { useGuardedLocation } from "./screens/location.ts";
import { NotFoundScreen } from "./screens/NotFoundScreen.tsx";
import { Toasts } from "./ui/Toasts.tsx";
import { TooltipProvider } from "./ui/Tooltip.tsx";

/** The canvas and the engine are most of the program: the list does not wait for them. */
const BuilderScreen = lazy(async () => ({
  default: (await import("./screens/builder/BuilderScreen.tsx")).BuilderScreen,
}));

const RunsScreen = lazy(async () => ({ default: (await import("./screens/runs/RunsScreen.tsx")).RunsScreen }));

export function App() {
  const session = useSession();
  return (
    <CrashBoundary>
      <TooltipProvider>
        {session === null ? (
          <ConnectScreen />
        ) : (
          <ClientProvider session={session}>
            <Screens />
          </ClientProvider>
        )}
      </TooltipProvider>
      <Toasts />
    </CrashBoundary>
  );
}

/** Addresses go through our own location, which asks before unsaved changes are left. */
const routing = { hook: useGuardedLocation };

const Screens = () => (
  <Router {...routing}>
    <Switch>
      <Route path="/">
        <AutomationsScreen />
      </Route>
      <Route path="/automations/:id/runs">
        {({ id }) => (
          <Suspense fallback={<LoadingScreen />}>
            <RunsScreen key={id} id={id} />
          </Suspense>
        )}
      </Route>
      <Route path="/automations/:id">
        {({ id }) => (
          <Suspense fallback={<BuilderSkeleton />}>
            <BuilderScreen id={id} />
          </Suspense>
        )}
      </Route>
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  </Router>
);
