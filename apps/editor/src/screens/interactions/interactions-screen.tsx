import type { Automation } from "@trilho/api-client";
import type { WorkspaceAnalysis } from "@trilho/engine/interactions";
import { CircleAlert, RefreshCw } from "lucide-react";
import { useState } from "react";
import { Link, useSearch } from "wouter";
import { asksForUses, builderPath, INTERACTIONS, navigate, WHERE_USED } from "../../browser/location.ts";
import { useAutomations } from "../../data/automations.ts";
import { useText } from "../../i18n/use-text.ts";
import { MOST_AUTOMATIONS } from "../../simulation/workspace/around.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Status } from "../../ui/status.tsx";
import { Shell } from "../shell/shell.tsx";
import { Findings } from "./findings.tsx";
import styles from "./interactions.module.css";
import { LoadingNote } from "./loading-note.tsx";
import { useInteractions, type Which } from "./use-interactions.ts";

const { Part: UsedView } = lazyPart(async () => (await import("./used-view.tsx")).UsedView, {
  fallback: <LoadingNote />,
});

/** What the automations of the workspace do to each other, before customers find out, and what they use of it. */
export function InteractionsScreen() {
  const t = useText("interactions");
  const automations = useAutomations();
  const isUsed = asksForUses(useSearch());
  const { data, error } = automations;
  return (
    <Shell title={t("title")}>
      <PageHead title={t("title")}>
        <Segmented
          label={t("view.label")}
          value={isUsed ? "used" : "findings"}
          onValueChange={(next) => navigate(next === "used" ? WHERE_USED : INTERACTIONS, { replace: true })}
          segments={[
            { value: "findings", label: t("view.findings") },
            { value: "used", label: t("view.used") },
          ]}
        />
      </PageHead>
      <p className={styles["intro"]}>{t(isUsed ? "used.intro" : "intro")}</p>
      {automations.isPending && <LoadingNote>{t("reading")}</LoadingNote>}
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void automations.refetch()}
          retrying={automations.isFetching}
          action={<ConnectAgain error={error} />}
        />
      )}
      {data !== undefined && (isUsed ? <UsedView all={data} /> : <FindingsView all={data} />)}
    </Shell>
  );
}

function FindingsView({ all }: { all: readonly Automation[] }) {
  const t = useText("interactions");
  const [which, setWhich] = useState<Which>("on");
  const looked = useInteractions(all, which);
  return (
    <>
      <div className={styles["tools"]}>
        <Segmented
          label={t("which.label")}
          value={which}
          onValueChange={setWhich}
          segments={[
            { value: "on", label: t("which.on") },
            { value: "all", label: t("which.all") },
          ]}
        />
      </div>
      {looked.chosen.length === 0 ? (
        <NoneToLookAt isAny={all.length > 0} onAll={() => setWhich("all")} />
      ) : (
        <Looked {...looked} />
      )}
    </>
  );
}

function NoneToLookAt({ isAny, onAll }: { isAny: boolean; onAll: () => void }) {
  const t = useText("interactions");
  return (
    <EmptyState
      picture={<Picture of="automations" />}
      title={t(isAny ? "noneOn.title" : "noneYet")}
      action={isAny ? <Button onClick={onAll}>{t("noneOn.action")}</Button> : <ToAutomations />}
    >
      {isAny ? t("noneOn.text") : null}
    </EmptyState>
  );
}

function ToAutomations() {
  const t = useText("interactions");
  return <Button onClick={() => navigate("/")}>{t("back")}</Button>;
}

/** What came of looking, or how far it is. */
function Looked({ chosen, workspace, analysis, found, isFurther, lookFurther }: ReturnType<typeof useInteractions>) {
  const t = useText("interactions");
  const { data, error, isFetching, refetch } = analysis;
  const count = chosen.length;
  if (error !== null && !isFetching) {
    return (
      <EmptyState
        icon={<CircleAlert />}
        title={t("failed")}
        action={
          <Button icon={<RefreshCw />} onClick={() => void refetch()}>
            {t("again")}
          </Button>
        }
      >
        {error.message}
      </EmptyState>
    );
  }
  if (data === undefined) {
    return (
      <LoadingNote>{[t("looking", { count }), found > 0 ? t("soFar", { count: found }) : ""].join(" ")}</LoadingNote>
    );
  }
  return (
    <>
      {data.findings.length === 0 ? (
        <EmptyState
          picture={<Picture of="automations" />}
          title={t("nothing.title", { count })}
          action={<ToAutomations />}
        >
          {t("nothing.text")}
        </EmptyState>
      ) : (
        <Status className={styles["summary"]}>
          {[
            data.counts.shown > 0 && t("shown.count", { count: data.counts.shown }),
            data.counts.proved > 0 && t("proved.count", { count: data.counts.proved }),
            data.counts.possible > 0 && t("possible.count", { count: data.counts.possible }),
            t("among", { count }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </Status>
      )}
      <Limits analysis={data} chosen={chosen} isFurther={isFurther} onFurther={lookFurther} />
      <Findings findings={data.findings} chosen={chosen} workspace={workspace} />
    </>
  );
}

interface LimitsProps {
  analysis: WorkspaceAnalysis;
  chosen: readonly Automation[];
  /** More is being looked for. */
  isFurther: boolean;
  onFurther: () => void;
}

/** What could not be looked at. */
function Limits({ analysis: { unreadable, complete }, chosen, isFurther, onFurther }: LimitsProps) {
  const t = useText("interactions");
  // Of those without an id of their own the place is told.
  const unread = chosen.filter(({ id }, place) => unreadable.includes(id) || unreadable.includes(`#${place + 1}`));
  const isFull = chosen.length === MOST_AUTOMATIONS;
  return (
    <>
      {unread.length > 0 && (
        <div className={styles["notice"]}>
          <p>{t("unread", { count: unread.length })}</p>
          <ul>
            {unread.map(({ id, name }) => (
              <li key={id}>
                <Link href={builderPath(id, null)} className={styles["link"]}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isFull && <p className={styles["notice"]}>{t("full", { count: MOST_AUTOMATIONS })}</p>}
      {!complete && (
        <div className={styles["notice"]}>
          <p>{t("partial.text")}</p>
          <Button size="sm" loading={isFurther} onClick={onFurther}>
            {t("partial.action")}
          </Button>
        </div>
      )}
    </>
  );
}
