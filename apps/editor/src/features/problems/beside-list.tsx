import { Play, Waypoints } from "lucide-react";
import { useId } from "react";
import { useStore } from "zustand";
import { stepName } from "../../describe/node-name.ts";
import { findingsBeside, type FindingBeside } from "./beside.ts";
import { useDefinition, useServices } from "../../document/context.ts";
import { findNode } from "../../document/document.ts";
import { openStep } from "../../document/show-problem.ts";
import { useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import styles from "./problems-strip.module.css";

/** So many are told of those that were seen, and of those that may be. */
const MOST_SEEN = 10;
const MOST_POSSIBLE = 3;

/** What the automation and others do to each other: nothing that keeps it from being published. */
export function BesideList() {
  const t = useText("interactions");
  const heading = useId();
  const all = useStore(findingsBeside);
  if (all.length === 0) return null;
  const told = [
    ...all.filter(({ play }) => play !== null).slice(0, MOST_SEEN),
    ...all.filter(({ play }) => play === null).slice(0, MOST_POSSIBLE),
  ];
  return (
    <section aria-labelledby={heading} className={styles["group"]}>
      <h2 id={heading} className={styles["heading"]}>
        {t("beside.title")}
      </h2>
      <ul className={styles["rows"]}>
        {told.map((finding) => (
          <BesideRow key={finding.key} finding={finding} />
        ))}
      </ul>
      {told.length < all.length && (
        <p className={styles["more"]}>{t("beside.more", { count: all.length - told.length })}</p>
      )}
    </section>
  );
}

function BesideRow({ finding: { sentence, nodeId, play, isNew } }: { finding: FindingBeside }) {
  const t = useText("interactions");
  const inBuilder = useText("builder");
  const services = useServices();
  const definition = useDefinition();
  const node = nodeId === null ? undefined : findNode(definition, nodeId);
  const place = node ? stepName(node) : inBuilder("problems.whole");
  return (
    <li className={styles["row"]}>
      <button
        type="button"
        className={styles["problem"]}
        data-severity={play === null ? "possible" : "beside"}
        title={inBuilder("problems.goTo", { message: sentence, name: place })}
        onClick={() => (node ? openStep(services, node.id) : services.canvas.current?.fit())}
      >
        <Waypoints size={14} aria-hidden="true" />
        <span>{play === null ? t("beside.possible", { sentence }) : sentence}</span>
      </button>
      {isNew && <Badge tone="info">{t("beside.new")}</Badge>}
      {play !== null && (
        <Button size="sm" icon={<Play />} aria-label={t("playOf", { sentence })} onClick={play}>
          {t("play")}
        </Button>
      )}
    </li>
  );
}
