import type { Session } from "./kept-session.ts";

interface Early {
  authorization: string;
  answer: Promise<Response>;
  /** Whether all of it has arrived, and says what was asked for. */
  isHere: boolean;
}

export const LIST = "/automations/overview";

/** Entries of a deal's timeline that are asked for at once. */
export const TIMELINE_PAGE = 30;

export const pathsOfDeal = (seq: number): string[] => [
  `/deals/${seq}`,
  `/deals/${seq}/timeline?limit=${TIMELINE_PAGE}`,
];

/** By address. */
const early = new Map<string, Early>();

const addressOf = ({ baseUrl }: Session, path: string): string => `${baseUrl}/api/v1${path}`;

/** Asks for paths of the API while the program that draws what they answer is still on its way. */
export function askEarly(session: Session, paths: readonly string[]): void {
  for (const path of paths) {
    const url = addressOf(session, path);
    const authorization = `Bearer ${session.apiKey}`;
    const asked: Early = { authorization, answer: fetchWhole(url, authorization), isHere: false };
    early.set(url, asked);
    asked.answer.then(
      // What was refused may be asked for again, later.
      ({ ok }) => (asked.isHere = ok),
      // Whoever takes the answer hears of its failure; nobody may come for it.
      () => undefined,
    );
  }
}

/** The answer once all of it has arrived. */
async function fetchWhole(url: string, authorization: string): Promise<Response> {
  const response = await fetch(url, { headers: { accept: "application/json", authorization } });
  return response.body === null ? response : new Response(await response.arrayBuffer(), response);
}

/** Whether it can be had without waiting for the network. */
export const isHere = (session: Session, path: string): boolean => early.get(addressOf(session, path))?.isHere === true;

/** `fetch`, with the answer that is on its way already for the first who asks the same with the same key. */
export const fetchEarly: typeof fetch = (input, init) => {
  const asked = typeof input === "string" && init?.method === "GET" ? early.get(input) : undefined;
  if (asked === undefined || typeof input !== "string") return fetch(input, init);
  early.delete(input);
  return new Headers(init?.headers).get("authorization") === asked.authorization ? asked.answer : fetch(input, init);
};
