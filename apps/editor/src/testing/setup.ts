import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import "./texts.ts";

declare const jsdom: { window: Record<"localStorage" | "sessionStorage", Storage> };

// From version 25 on Node.js has storage of its own, which hides that of the page.
for (const name of ["localStorage", "sessionStorage"] as const) {
  Object.defineProperty(globalThis, name, { value: jsdom.window[name], configurable: true });
}

/** jsdom lays nothing out: nothing changes its size. */
class NoResizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResizes;
/** A wide screen, light, with a mouse. */
window.matchMedia ??= (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.getAnimations ??= () => [];
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;

// Test files share one page's modules: all of them are there from the start, so that none is on its way when a file ends.
await Promise.all(
  Object.values(import.meta.glob(["../**/*.tsx", "!../**/*.test.tsx", "!../main.tsx"])).map((load) => load()),
);

// Whole screens are drawn, by machines that do other things too. Whether a role is hidden takes jsdom longer than all the
// rest; what people see is a matter of the tests in a browser.
configure({ asyncUtilTimeout: 10_000, defaultHidden: true });
afterEach(cleanup);
