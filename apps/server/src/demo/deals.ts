import type { JsonObject } from "@trilho/engine/contract";
import type { TagName } from "./catalogue.ts";
import { CONTACTS } from "./people.ts";

/** One deal, its neighbours named by their place in the demo's tables. */
export interface DealSeed {
  name: string;
  pipeline: 0 | 1;
  stage: string;
  status: "open" | "won" | "lost";
  contact: number;
  company: number | null;
  responsible: number;
  value: number;
  probability: number;
  source: string;
  tags: TagName[];
  customFields: JsonObject;
  lostReason: string | null;
  createdDaysAgo: number;
  movedDaysAgo: number;
}

/** Where deals are created. */
export const FIRST_STAGE = "Leads";

/** How many deals stand in each stage of the two pipelines, as a funnel usually looks. */
const FUNNEL: readonly { stage: string; deals: readonly [homes: number, businesses: number]; probability: number }[] = [
  { stage: FIRST_STAGE, deals: [7, 3], probability: 10 },
  { stage: "Qualification", deals: [5, 2], probability: 25 },
  { stage: "Proposal", deals: [5, 2], probability: 50 },
  { stage: "Negotiation", deals: [3, 2], probability: 70 },
  { stage: "Closing", deals: [2, 1], probability: 90 },
  { stage: "Won", deals: [4, 1], probability: 100 },
  { stage: "Lost", deals: [3, 1], probability: 0 },
];

const SOURCES = ["whatsapp", "instagram", "manual", "site", "referral"];
const REASONS = ["Price", "No answer", "Postponed"];
const ROOFS = ["ceramic", "metal", "slab"];
const INTERESTS = [["panels"], ["panels", "battery"], ["panels", "charger"], ["battery"]];
/** Members who sell: all but the owner. */
const SELLERS = 5;

/** About forty deals over both pipelines. The same ones every time. */
export function demoDeals(): DealSeed[] {
  const places = FUNNEL.flatMap(({ stage, deals, probability }) =>
    ([0, 1] as const).flatMap((pipeline) =>
      Array.from({ length: deals[pipeline] }, () => ({ stage, pipeline, probability })),
    ),
  );
  const people = { 0: CONTACTS.flatMap(homes), 1: CONTACTS.flatMap(businesses) };
  const next = { 0: 0, 1: 0 };
  return places.map(({ stage, pipeline, probability }, index) => {
    const chosen = people[pipeline];
    const contact = chosen[next[pipeline]++ % chosen.length] ?? 0;
    return toDeal(index, contact, { stage, pipeline, probability });
  });
}

const homes = ({ company }: { company?: number }, index: number): number[] => (company === undefined ? [index] : []);
const businesses = ({ company }: { company?: number }, index: number): number[] =>
  company === undefined ? [] : [index];

function toDeal(
  index: number,
  contact: number,
  { stage, pipeline, probability }: { stage: string; pipeline: 0 | 1; probability: number },
): DealSeed {
  const person = CONTACTS[contact];
  // Multiplying by numbers without common divisors scatters the values without chance.
  const bill = 280 + ((index * 137) % 900) + (pipeline === 1 ? 2400 : 0);
  const value = Math.round((bill * (38 + ((index * 7) % 9))) / 100) * 100;
  const movedDaysAgo = (index * 5) % 21;
  const createdDaysAgo = movedDaysAgo + 2 + ((index * 11) % 40);
  return {
    name: `${pipeline === 1 ? "Rooftop plant" : "Solar kit"} for ${person?.first ?? ""} ${person?.last ?? ""}`,
    pipeline,
    stage,
    status: stage === "Won" ? "won" : stage === "Lost" ? "lost" : "open",
    contact,
    company: person?.company ?? null,
    responsible: 1 + ((index * 3) % SELLERS),
    value,
    probability,
    source: pick(SOURCES, index * 2),
    tags: tagsOf(index, value),
    customFields: {
      monthly_bill: bill,
      roof: pick(ROOFS, index),
      interests: pick(INTERESTS, index * 3),
      ...(probability >= 50 ? { financing_approved: index % 2 === 0 } : {}),
    },
    lostReason: stage === "Lost" ? pick(REASONS, index) : null,
    createdDaysAgo,
    movedDaysAgo: stage === FIRST_STAGE ? createdDaysAgo : movedDaysAgo,
  };
}

function tagsOf(index: number, value: number): TagName[] {
  const tags: TagName[] = [];
  if (value > 60_000) tags.push("vip");
  if (index % 4 === 0) tags.push("hot");
  if (index % 5 === 2) tags.push("referral");
  if (index % 3 === 1) tags.push("financing");
  return tags;
}

function pick<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Error("Nothing to pick from");
  return value;
}
