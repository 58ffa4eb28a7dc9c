import type { Previewed } from "../../data/migrations.ts";
import { bodyOf, type Draft } from "../../document/draft/draft.ts";

/** What runs would read of a draft. */
export function previewed(draft: Draft): Previewed {
  const { graphDefinition, respectBusinessHours = false, outboundChannelId = null } = bodyOf(draft);
  return { draft: { graphDefinition, respectBusinessHours, outboundChannelId } };
}

export const STORED_VERSION: Previewed = {};
