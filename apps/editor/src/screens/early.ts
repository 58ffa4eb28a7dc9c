import { LIST, pathsOfDeal } from "../data/early-answers.ts";
import type { Session } from "../data/kept-session.ts";

export const automationsScreen = async () => (await import("./automations/automations-screen.tsx")).AutomationsScreen;
export const builderScreen = async () => (await import("./builder/builder-screen.tsx")).BuilderScreen;
export const dealScreen = async () => {
  const [{ DealScreen }] = await Promise.all([import("./deals/deal-screen.tsx"), import("../i18n/later.ts")]);
  return DealScreen;
};

/** Asks for a screen's code. */
export type ScreenCode = () => Promise<unknown>;

export interface Beginning {
  screen: ScreenCode;
  /** Paths of the API whose answers it shows first. */
  paths: readonly string[];
  /** With the screen's code: puts those of them that are here where its first picture finds them. */
  takeAnswers?: (session: Session) => Promise<void>;
}

/** What can be asked for before the program that draws it is here, for the addresses that many visits begin at. */
export function beginningAt(pathname: string): Beginning | null {
  if (pathname === "/") return { screen: automationsScreen, paths: [LIST], takeAnswers: listAnswers };
  if (/^\/automations\/[^/]+$/.test(pathname)) return { screen: builderScreen, paths: [] };
  const seq = /^\/deals\/([1-9]\d{0,8})$/.exec(pathname)?.[1];
  return seq === undefined ? null : dealAt(Number(seq));
}

// Screens hand these on: a module that is asked for by itself is one more file to wait for.
const listAnswers = async (session: Session): Promise<void> =>
  (await import("./automations/automations-screen.tsx")).beginWithList(session);

const dealAt = (seq: number): Beginning => ({
  screen: dealScreen,
  paths: pathsOfDeal(seq),
  takeAnswers: async (session) => (await import("./deals/deal-screen.tsx")).beginWithDeal(session, seq),
});
