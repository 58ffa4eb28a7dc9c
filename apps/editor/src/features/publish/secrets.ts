import type { Automation } from "@trilho/api-client";
import { isDrawable } from "../../document/document.ts";
import type { Draft } from "../../document/draft/draft.ts";

const hasWebhook = (definition: unknown): boolean =>
  isDrawable(definition) && definition.nodes.some(({ actionType }) => actionType === "webhook");

const hasOwnSecret = (definition: unknown): boolean =>
  isDrawable(definition) &&
  definition.nodes.some(({ config }) => typeof config?.["secret"] === "string" && config["secret"] !== "");

/** Whether storing a draft made the service generate a webhook secret: the first webhook without one of its own does. */
export const makesSecret = (base: Automation | null, published: Draft): boolean =>
  hasWebhook(published.definition) && !hasOwnSecret(published.definition) && !hasWebhook(base?.graphDefinition);
