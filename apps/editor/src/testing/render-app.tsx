import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../app.tsx";
import { connect, type Session } from "../data/session.ts";
import { startLocation } from "../browser/location.ts";

/** The whole app at an address, connected. */
export function renderApp(path: string, session: Session) {
  window.history.replaceState(null, "", path);
  startLocation();
  connect(session, false);
  return { user: userEvent.setup(), ...render(<App />) };
}
