import type { Session } from "./kept-session.ts";

interface Early {
  url: string;
  apiKey: string;
  answer: Promise<Response>;
  /** Whether all of it has arrived. */
  isHere: boolean;
}

let early: Early | null = null;

/** Asks for the list of automations while the program that draws it is still on its way. */
export function askForList({ baseUrl, apiKey }: Session): void {
  const url = `${baseUrl}/api/v1/automations/overview`;
  const answer = fetch(url, { headers: { accept: "application/json", authorization: `Bearer ${apiKey}` } });
  const asked: Early = { url, apiKey, answer, isHere: false };
  // Whoever takes the answer hears of its failure; nobody may come for it.
  const arrived = answer.then((response) => response.clone().arrayBuffer());
  arrived.then(() => (asked.isHere = true)).catch(() => undefined);
  early = asked;
}

/** Whether the list can be had without waiting for the network. */
export const isListHere = (): boolean => early?.isHere === true;

/** `fetch`, with the answer that is on its way already for the first who asks the same with the same key. */
export const fetchEarly: typeof fetch = (input, init) => {
  const asked = early;
  if (asked === null || input !== asked.url || init?.method !== "GET") return fetch(input, init);
  early = null;
  const isSameKey = new Headers(init.headers).get("authorization") === `Bearer ${asked.apiKey}`;
  return isSameKey ? asked.answer : fetch(input, init);
};
