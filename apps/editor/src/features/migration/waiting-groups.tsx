import type { RunMigrationPreview } from "@trilho/api-client";
import type { GraphDefinition } from "@trilho/engine";
import { ChangedField } from "../../describe/changed-field.tsx";
import { accessibleName } from "../../describe/node-label.ts";
import { isDrawable } from "../../document/document.ts";
import type { Lookup } from "../../document/lookup.ts";
import { failureText } from "../../i18n/failure-text.ts";
import { useText } from "../../i18n/use-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { type Choices, type Chosen, chosenFor, choicesFor, keyOf, moveAll, type WaitingGroup } from "./choices.ts";
import { futureChange, ownNodeIn, type Versions } from "./future-change.ts";
import styles from "./migration.module.css";

interface WaitingGroupsProps {
  preview: RunMigrationPreview;
  /** What they would be moved to: a draft, or null for the stored version. */
  draft: unknown;
  names: Lookup;
  choices: Choices;
  /** Null where they are only shown. */
  onChoose: ((choices: Choices) => void) | null;
  /** Leads to a step; null where nothing is drawn. */
  onShow: ((nodeId: string) => void) | null;
}

/** Waiting runs by what is ahead of them, and what shall become of each group. */
export function WaitingGroups({ preview, draft, names, choices, onChoose, onShow }: WaitingGroupsProps) {
  const t = useText("migration");
  const { groups } = preview;
  const movable = moveAll(groups);
  return (
    <>
      {onChoose !== null && movable.size > 0 && groups.length > 1 && (
        <p className={styles["quick"]}>
          <Button size="sm" onClick={() => onChoose(movable)}>
            {t("moveAll")}
          </Button>
          <Button size="sm" variant="ghost" disabled={choices.size === 0} onClick={() => onChoose(new Map())}>
            {t("stayAll")}
          </Button>
        </p>
      )}
      <ul className={styles["groups"]} aria-label={t("list")}>
        {groups.map((group) => (
          <Group
            key={keyOf(group)}
            group={group}
            versions={versionsOf(preview, draft, group.version)}
            names={names}
            chosen={chosenFor(choices, group)}
            onChoose={onChoose && ((chosen) => onChoose(new Map([...choices, [keyOf(group), chosen]])))}
            onShow={onShow}
          />
        ))}
      </ul>
      <p className={styles["note"]}>
        {movable.size > 0 && `${t("means")} `}
        {t("noTests")}
      </p>
    </>
  );
}

function versionsOf({ versions, toVersion }: RunMigrationPreview, draft: unknown, version: number): Versions {
  const stored = (number: number): GraphDefinition | null => {
    const found: unknown = versions.find((each) => each.version === number)?.graphDefinition;
    return isDrawable(found) ? found : null;
  };
  return { before: stored(version), after: isDrawable(draft) ? draft : stored(toVersion) };
}

const TONES = { same: "success", different: "warning", no_place: "danger" } as const;

interface GroupProps {
  group: WaitingGroup;
  versions: Versions;
  names: Lookup;
  chosen: Chosen;
  onChoose: ((chosen: Chosen) => void) | null;
  onShow: ((nodeId: string) => void) | null;
}

function Group({ group, versions, names, chosen, onChoose, onShow }: GroupProps) {
  const t = useText("migration");
  const { nodeId, version, runs, future, nextAttemptAt, reason } = group;
  const node = ownNodeIn(versions, nodeId);
  const name = node === null ? t("unknownStep") : accessibleName(node, names, null);
  return (
    <li className={styles["group"]} data-future={future}>
      <div className={styles["where"]}>
        {onShow === null ? (
          <span className={styles["name"]}>{name}</span>
        ) : (
          <button type="button" className={styles["jump"]} onClick={() => onShow(nodeId)}>
            {name}
          </button>
        )}
        <span className={styles["muted"]}>
          {t("runs", { count: runs, version })}
          {nextAttemptAt !== null && (
            <>
              {" · "}
              {t("next")} <TimeAgo at={nextAttemptAt} />
            </>
          )}
        </span>
      </div>
      <Badge tone={TONES[future]}>{t(`future.${future}`, { count: runs })}</Badge>
      {future === "different" && <FutureChanges group={group} versions={versions} names={names} />}
      {waitsOtherwise(group) && <p className={styles["muted"]}>{t("sinceKept")}</p>}
      {reason !== null && <p className={styles["muted"]}>{failureText(reason.code, [reason])}</p>}
      {future === "no_place" && chosen.choice === "stay" && (
        <p className={styles["muted"]}>{t("goesOn", { version })}</p>
      )}
      {onChoose !== null && (
        <Segmented
          label={t("choose", { name, version })}
          segments={choicesFor(group).map((value) => ({ value, label: t(`choice.${value}`) }))}
          value={chosen.choice}
          onValueChange={(choice) => onChoose({ choice, limit: null })}
        />
      )}
      {onChoose !== null && chosen.choice !== "stay" && runs > 1 && (
        <NumberField
          className={styles["limit"]}
          label={t("limit")}
          hint={t("limitHint")}
          placeholder={t("limitNone", { count: runs })}
          min={1}
          max={runs}
          value={chosen.limit}
          onValueChange={(limit) => onChoose({ ...chosen, limit: limit === null ? null : within(limit, runs) })}
        />
      )}
    </li>
  );
}

const within = (limit: number, runs: number): number => Math.min(Math.max(Math.trunc(limit), 1), runs);

/** Whether the step where they wait has another time. */
const waitsOtherwise = ({ nodeId, changes }: WaitingGroup): boolean =>
  changes.some((each) => each.nodeId === nodeId && each.changes.some(({ path }) => TIMES.has(path)));

const TIMES: ReadonlySet<string> = new Set(["/delayMs", "/timeoutMs"]);

function FutureChanges({ group, versions, names }: Pick<GroupProps, "group" | "versions" | "names">) {
  const t = useText("migration");
  return (
    <ul className={styles["changes"]}>
      {group.changes.map(({ nodeId, changes }, place) => {
        const own = ownNodeIn(versions, nodeId);
        const step = own === null ? nodeId : accessibleName(own, names, null);
        return (
          <li key={nodeId}>
            <span>{t(place === 0 ? "from" : "at", { step })}</span>
            {own !== null && (
              <ul className={styles["fields"]}>
                {changes.map((change) => {
                  const { field, before, after } = futureChange(own, change, names, versions);
                  const isNamed = before === null && after === null;
                  return <li key={change.path}>{isNamed ? field : <ChangedField {...{ field, before, after }} />}</li>;
                })}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
