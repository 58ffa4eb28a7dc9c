import { erpWebhook } from "./catalogue/erpWebhook.ts";
import { metaConversion } from "./catalogue/metaConversion.ts";
import { noReply } from "./catalogue/noReply.ts";
import { nps } from "./catalogue/nps.ts";
import { renewal } from "./catalogue/renewal.ts";
import { stalledProposal } from "./catalogue/stalledProposal.ts";
import { vipRouting } from "./catalogue/vipRouting.ts";
import { welcomeLead } from "./catalogue/welcomeLead.ts";
import { winBack } from "./catalogue/winBack.ts";
import { wonOnboarding } from "./catalogue/wonOnboarding.ts";
import type { Template } from "./template.ts";

/** Every template, in the order of the gallery. */
export const TEMPLATES: readonly Template[] = [
  welcomeLead,
  noReply,
  stalledProposal,
  vipRouting,
  winBack,
  wonOnboarding,
  nps,
  renewal,
  metaConversion,
  erpWebhook,
];
