import type { JsonObject } from "@trilho/engine/contract";

export const TAGS = {
  vip: { name: "VIP", color: "#f59e0b" },
  hot: { name: "Hot lead", color: "#ef4444" },
  referral: { name: "Referral", color: "#22c55e" },
  financing: { name: "Wants financing", color: "#3b82f6" },
  noAnswer: { name: "No answer", color: "#64748b" },
  reactivated: { name: "Reactivated", color: "#8b5cf6" },
} as const;
export type TagName = keyof typeof TAGS;

const option = (value: string, label: string, color: string | null = null): JsonObject => ({ value, label, color });

interface FieldSeed {
  entity: "deal" | "contact";
  name: string;
  slug: string;
  type: string;
  description: string | null;
  section: string;
  options?: JsonObject[];
}

export const CUSTOM_FIELDS: readonly FieldSeed[] = [
  {
    entity: "deal",
    name: "Monthly bill (R$)",
    slug: "monthly_bill",
    type: "number",
    description: "The customer's average electricity bill.",
    section: "Project",
  },
  {
    entity: "deal",
    name: "Roof",
    slug: "roof",
    type: "select",
    description: null,
    section: "Project",
    options: [option("ceramic", "Ceramic tiles"), option("metal", "Metal"), option("slab", "Flat slab")],
  },
  {
    entity: "deal",
    name: "Interested in",
    slug: "interests",
    type: "multi_select",
    description: null,
    section: "Project",
    options: [
      option("panels", "Panels", "#f59e0b"),
      option("battery", "Battery", "#22c55e"),
      option("charger", "Car charger", "#3b82f6"),
    ],
  },
  { entity: "deal", name: "Site visit", slug: "site_visit", type: "date", description: null, section: "Delivery" },
  {
    entity: "deal",
    name: "Engineer",
    slug: "engineer",
    type: "members",
    description: "Who plans and installs the system.",
    section: "Delivery",
  },
  {
    entity: "deal",
    name: "Financing approved",
    slug: "financing_approved",
    type: "boolean",
    description: null,
    section: "Delivery",
  },
  { entity: "contact", name: "City", slug: "city", type: "text", description: null, section: "Address" },
];

export const LOSS_REASONS = ["Price", "Chose a competitor", "No answer", "Roof not suitable", "Postponed"];

/** The contract's stages in the language of the demo. */
export const STAGE_NAMES = {
  Qualificação: "Qualification",
  Proposta: "Proposal",
  Negociação: "Negotiation",
  Fechamento: "Closing",
  Ganho: "Won",
  Perda: "Lost",
} as const;
