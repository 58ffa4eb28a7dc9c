import { lazy, Suspense } from "react";
import { Route, Router, Switch } from "wouter";
import { ClientProvider } from "./data/ClientProvider.tsx";
import { useSession } from "./data/session.ts";
import { BuilderSkeleton } from "./screens/builder/BuilderSkeleton.tsx";
import { LoadingScreen } from "./screens/LoadingScreen.tsx";
import { CrashBoundary } from "./screens/CrashBoundary.tsx";
import { useGuardedLocation } from "./screens/location.ts";
import { NotFoundScreen } from "./screens/NotFoundScreen.tsx";
import { Toasts } from "./ui/Toasts.tsx";
import { TooltipProvider } from "./ui/Tooltip.tsx";

/** Each screen with its own code: the canvas and the engine are most of the program, and the list does not wait for them. */
const BuilderScreen = lazy(async () => ({
  default: (await import("./screens/builder/BuilderScreen.tsx")).BuilderScreen,
}));

const AutomationsScreen = lazy(async () => ({
  default: (await import("./screens/automations/AutomationsScreen.tsx")).AutomationsScreen,
}));

const ConnectScreen = lazy(async () => ({
  default: (await import("./screens/connect/ConnectScreen.tsx")).ConnectScreen,
}));

const RunsScreen = lazy(async () => ({ default: (await import("./screens/runs/RunsScreen.tsx")).RunsScreen }));

export function App() {
  const session = useSession();
  return (
    <CrashBoundary>
      <TooltipProvider>
        {session === null ? (
          <Suspense fallback={null}>
            <ConnectScreen />
          </Suspense>
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
        <Suspense fallback={<LoadingScreen />}>
          <AutomationsScreen />
        </Suspense>
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
