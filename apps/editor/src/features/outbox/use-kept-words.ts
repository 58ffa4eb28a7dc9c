import type { Automation } from "@trilho/api-client";
import { useAskOutboxState } from "../../data/outbox.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { keptText } from "./kept-channels.ts";

/** Finds out what is to be said of an automation that was switched on: that its messages stay here. */
export function useKeptWords(): (automation: Automation) => Promise<string | undefined> {
  const t = useText("outbox");
  const locale = useLocale();
  const ask = useAskOutboxState();
  return async ({ graphDefinition }) => {
    const state = await ask();
    return (state && keptText(graphDefinition, state, t, locale)) ?? undefined;
  };
}
