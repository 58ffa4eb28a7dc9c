import type { Automation } from "@trilho/api-client";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { automationKeys, putInLists } from "./automation-cache.ts";
import { hearTabs } from "../browser/tabs.ts";

/** What another tab of this browser published is known here at once. */
export function useOtherTabs(baseUrl: string, queries: QueryClient): void {
  useEffect(
    () =>
      hearTabs((message) => {
        if (message.type !== "stored" || message.baseUrl !== baseUrl) return;
        const { automation } = message;
        const isNews = (known: Automation | undefined): boolean =>
          known === undefined || known.version <= automation.version;
        const key = automationKeys.one(automation.id);
        if (isNews(queries.getQueryData<Automation>(key))) queries.setQueryData<Automation>(key, automation);
        putInLists(queries, automation);
      }),
    [baseUrl, queries],
  );
}
