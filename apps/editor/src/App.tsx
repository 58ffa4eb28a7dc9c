import { Route, Router, Switch } from "wouter";
import { ClientProvider } from "./data/ClientProvider.tsx";
import { useSession } from "./data/session.ts";
import { AutomationsScreen } from "./screens/automations/AutomationsScreen.tsx";
import { BuilderScreen } from "./screens/builder/BuilderScreen.tsx";
import { ConnectScreen } from "./screens/connect/ConnectScreen.tsx";
import { CrashBoundary } from "./screens/CrashBoundary.tsx";
import { useGuardedLocation } from "./screens/location.ts";
import { NotFoundScreen } from "./screens/NotFoundScreen.tsx";
import { RunsScreen } from "./screens/runs/RunsScreen.tsx";
import { Toasts } from "./ui/Toasts.tsx";
import { TooltipProvider } from "./ui/Tooltip.tsx";

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
      <Route path="/automations/:id/runs">{({ id }) => <RunsScreen key={id} id={id} />}</Route>
      <Route path="/automations/:id">{({ id }) => <BuilderScreen id={id} />}</Route>
      <Route>
        <NotFoundScreen />
      </Route>
    </Switch>
  </Router>
);
