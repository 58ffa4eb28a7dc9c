import { LIST, pathsOfDeal } from "../data/early-answers.ts";

export const automationsScreen = async () => (await import("./automations/automations-screen.tsx")).AutomationsScreen;
export const builderScreen = async () => (await import("./builder/builder-screen.tsx")).BuilderScreen;
export const dealScreen = async () => {
  const [{ DealScreen }] = await Promise.all([import("./deals/deal-screen.tsx"), import("../i18n/later.ts")]);
  return DealScreen;
};

/** Asks for a screen's code. */
export type ScreenCode = () => Promise<unknown>;

interface Beginning {
  screen: ScreenCode;
  /** Paths of the API whose answers it shows first. */
  paths: readonly string[];
}

/** What can be asked for before the program that draws it is here, for the addresses that many visits begin at. */
export function beginningAt(pathname: string): Beginning | null {
  if (pathname === "/") return { screen: automationsScreen, paths: [LIST] };
  if (/^\/automations\/[^/]+$/.test(pathname)) return { screen: builderScreen, paths: [] };
  const seq = /^\/deals\/([1-9]\d{0,8})$/.exec(pathname)?.[1];
  return seq === undefined ? null : { screen: dealScreen, paths: pathsOfDeal(Number(seq)) };
}
