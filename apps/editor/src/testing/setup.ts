import { cleanup, configure, prettyDOM } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";
import { pageToasts } from "../ui/dialogs/toast.ts";
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

const computedStyle = window.getComputedStyle.bind(window);
const STYLES = new Map<string, CSSStyleDeclaration>();
// Names of roles ask for the style of every element, and jsdom searches its stylesheet anew for each. There is no other
// stylesheet here: elements with the same tag and attributes that matter have the same style, unless they inherit that of
// something which is on its way out.
window.getComputedStyle = (element, pseudo) => {
  const key = [element.tagName, element.getAttribute("style"), element.hasAttribute("hidden"), pseudo].join();
  const known = STYLES.get(key) ?? computedStyle(element, pseudo);
  if (known.pointerEvents !== "none") STYLES.set(key, known);
  return known;
};

const PAGE = "\n\nThe page:\n";
/** Says what is not there, and shows the page once somebody reads it: not for every try of what is waited for. */
function withPage(message: string | null, page: Element): Error {
  const said = message ?? "Not found";
  const error = new Error();
  Object.defineProperty(error, "message", {
    configurable: true,
    get: () => (said.includes(PAGE) ? said : `${said}${PAGE}${prettyDOM(page) || ""}`),
  });
  return error;
}

// Test files share one page's modules: all of them are there from the start, so that none is on its way when a file ends.
await Promise.all(
  Object.values(import.meta.glob(["../**/*.tsx", "!../**/*.test.tsx", "!../page.tsx"])).map((load) => load()),
);

// Whole screens are drawn, by machines that do other things too. Whether a role is hidden takes jsdom longer than all the
// rest; what people see is a matter of the tests in a browser.
configure({
  asyncUtilTimeout: 10_000,
  defaultHidden: true,
  getElementError: withPage,
});
afterEach(() => {
  cleanup();
  // What one page said, drawn or not, is not for the next one, to which the library would show it again.
  pageToasts.store.setState({ waiting: [] });
  toast.dismiss();
});
