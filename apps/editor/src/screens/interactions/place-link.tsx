import type { Automation } from "@trilho/api-client";
import type { Place } from "@trilho/engine/interactions";
import { Link } from "wouter";
import { builderPath } from "../../browser/location.ts";
import { nodeName } from "../../describe/node-label.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { isDrawable } from "../../document/document.ts";
import { useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import styles from "./interactions.module.css";

/** Leads to an automation, at the step that is meant. */
export function PlaceLink({ place, automation }: { place: Place; automation: Automation | undefined }) {
  const t = useText("interactions");
  const lookup = useLookup();
  if (automation === undefined) return place.automationId;
  const { id, name, enabled } = automation;
  const definition: unknown = automation.graphDefinition;
  const step = place.nodeId !== null && isDrawable(definition) ? nodeName(place.nodeId, { definition, lookup }) : null;
  return (
    <>
      <Link href={builderPath(id, place.nodeId)} className={styles["link"]}>
        {step === null ? name : t("place", { name, step })}
      </Link>
      {!enabled && <Badge>{t("off")}</Badge>}
    </>
  );
}
