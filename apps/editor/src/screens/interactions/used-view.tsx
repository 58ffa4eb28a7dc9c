import type { Automation } from "@trilho/api-client";
import { CircleAlert, RefreshCw } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useText } from "../../i18n/use-text.ts";
import { MOST_AUTOMATIONS } from "../../simulation/workspace/around.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SearchField } from "../../ui/fields/search-field.tsx";
import filters from "../../ui/filters.module.css";
import { Status } from "../../ui/status.tsx";
import styles from "./interactions.module.css";
import { LoadingNote } from "./loading-note.tsx";
import { useUses } from "./use-uses.ts";
import { usedGroups } from "./used-groups.ts";
import { UsedRow } from "./used-row.tsx";
import used from "./used.module.css";

/** Everything that the workspace has, with the automations that read or write it. */
export function UsedView({ all }: { all: readonly Automation[] }) {
  const t = useText("interactions");
  const looked = useMemo(() => all.slice(0, MOST_AUTOMATIONS), [all]);
  const automations = useMemo(() => new Map(looked.map((each) => [each.id, each])), [looked]);
  const { known, uses, isPending, retry } = useUses(looked);
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const groups = useMemo(() => uses.data && usedGroups(known, uses.data, wanted), [known, uses.data, wanted]);
  if (uses.error !== null && !uses.isFetching) {
    const again = (
      <Button icon={<RefreshCw />} onClick={() => void uses.refetch()}>
        {t("again")}
      </Button>
    );
    return (
      <EmptyState icon={<CircleAlert />} title={t("failed")} action={again}>
        {uses.error.message}
      </EmptyState>
    );
  }
  if (groups === undefined || isPending) return <LoadingNote>{t("used.looking")}</LoadingNote>;
  const things = groups.flatMap((group) => group.things);
  const unused = things.filter((each) => each.uses.length === 0).length;
  return (
    <>
      <div className={filters["bar"]}>
        <SearchField label={t("used.find")} value={typed} onValueChange={setTyped} />
        <Status className={used["how"]}>
          {things.length === 0 ? t("used.nothing") : t("used.count", { count: things.length, unused })}
        </Status>
      </div>
      {all.length > looked.length && <p className={styles["notice"]}>{t("full", { count: MOST_AUTOMATIONS })}</p>}
      {retry !== null && (
        <div className={styles["notice"]}>
          <p>{t("used.partial")}</p>
          <Button size="sm" onClick={retry}>
            {t("again")}
          </Button>
        </div>
      )}
      {groups.map(({ kind, within, things: own }) => {
        const name = t(`used.kind.${kind}`);
        const title = within === null ? name : t("used.within", { kind: name, name: within });
        return (
          <section key={`${kind} ${within}`} aria-label={title}>
            <h2 className={styles["heading"]}>{title}</h2>
            <ul className={used["list"]}>
              {own.map((each) => (
                <li key={each.thing.value}>
                  <UsedRow used={each} automations={automations} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}
