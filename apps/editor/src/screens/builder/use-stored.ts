import type { Automation } from "@trilho/api-client";
import { useEffect } from "react";
import { useAutomation } from "../../data/automations.ts";

/** What is stored of an automation, asked for anew once its draft starts from a newer version; `base` until that is known. */
export function useStored(id: string | null, base: Automation | null): Automation | null {
  const { data, refetch } = useAutomation(id);
  const isOld = data !== undefined && base !== null && data.version < base.version;
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  return data ?? base;
}
