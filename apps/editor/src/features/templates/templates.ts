import { erpWebhook } from "./catalogue/erp-webhook.ts";
import { metaConversion } from "./catalogue/meta-conversion.ts";
import { noReply } from "./catalogue/no-reply.ts";
import { nps } from "./catalogue/nps.ts";
import { renewal } from "./catalogue/renewal.ts";
import { stalledProposal } from "./catalogue/stalled-proposal.ts";
import { vipRouting } from "./catalogue/vip-routing.ts";
import { welcomeLead } from "./catalogue/welcome-lead.ts";
import { winBack } from "./catalogue/win-back.ts";
import { wonOnboarding } from "./catalogue/won-onboarding.ts";
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
