import type { Scenario } from "@trilho/engine";

const deal = { name: "Roof", value: 9000, status: "open", source: "WhatsApp", closeProbability: 80, daysInStage: 2 };

function scenario(changes: object, outcomes: Scenario["outcomes"] = {}): Scenario {
  const facts = { deal: { ...deal, ...changes }, contact: { firstName: "Ana" } };
  return { startAt: "2026-01-05T12:00:00Z", facts, outcomes };
}

const yes = { type: "reply", afterSeconds: 600, reply: { text: "Yes" } } as const;

/** A deal of medium size that answers and is hot: 26 steps. */
export const HOT = scenario({}, { "team-hello": yes });

/** Runs of the sales automation that take other ways. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  HOT,
  silent: scenario({}),
  warm: scenario({ closeProbability: 40, isReturning: true, tracking: { utmMedium: "cpc" } }, { "team-hello": yes }),
  cold: scenario({ closeProbability: 10 }, { "team-hello": yes }),
  "neither hot, warm nor cold": scenario({ closeProbability: 50 }, { "team-hello": yes }),
  small: scenario({ value: 100, tracking: { utmSource: "Instagram" } }),
  "large, calls": scenario(
    { value: 60_000 },
    { "vip-hello": { type: "reply", afterSeconds: 5, reply: { buttonId: "call" } } },
  ),
  "large, later": scenario(
    { value: 60_000 },
    { "vip-hello": { type: "reply", afterSeconds: 5, reply: { buttonId: "later" } } },
  ),
  "no fit": scenario({ value: 100, source: "site" }),
  won: scenario({ status: "won" }, { "team-hello": yes }),
};
