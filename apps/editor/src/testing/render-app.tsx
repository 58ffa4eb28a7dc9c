import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { App } from "../app.tsx";
import type { Session } from "../data/kept-session.ts";
import { connect } from "../data/session.ts";
import { deviceStore } from "../browser/storage.ts";
import { startLocation } from "../browser/location.ts";

/** The whole app at an address, connected, for somebody who is not new here. */
export function renderApp(path: string, session: Session) {
  deviceStore.set("trilho.tour", "seen");
  window.history.replaceState(null, "", path);
  startLocation();
  connect(session, false);
  return { user: userEvent.setup(), ...render(<App />) };
}
