import type { DealTimelineEntry } from "@trilho/api-client";
import { buttonsOf, type GraphNode } from "@trilho/engine";
import {
  ArrowRightLeft,
  CalendarDays,
  CircleAlert,
  CirclePlus,
  CornerDownRight,
  ListTodo,
  Mail,
  MessageCircle,
  Pencil,
  Repeat,
  StickyNote,
  Tag,
  Trophy,
  UserRound,
  Workflow,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { useDealTimeline } from "../../data/deal.ts";
import { exitWord } from "../../describe/exits/edge-text.ts";
import { stepTypeName } from "../../describe/step-kinds.ts";
import { toldName } from "../../describe/node-label.ts";
import { readableText } from "../../describe/readable.ts";
import { triggerText } from "../../describe/trigger.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { CHANGE_ICONS, ChangeDetails, ChangeSentence } from "../../features/runs/change-text.tsx";
import { FailureText } from "../../features/runs/failure-text.tsx";
import { TestMark } from "../../features/runs/run-marks.tsx";
import { RUN_STATUSES } from "../../features/runs/status-tone.ts";
import { Badge } from "../../ui/badge.tsx";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { ListEnd } from "../../ui/loading/list-end.tsx";
import { useAfterFirstPicture } from "../../ui/loading/first-picture.ts";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import bubble from "../../ui/message-bubble.module.css";
import { MessageButtons } from "../../ui/message-buttons.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { WhatsappText } from "../../ui/whatsapp-text.tsx";
import { activityText, messageIn, sentIn, sentTitle, type Words } from "./activity-text.ts";
import { Doer, RunOf } from "./doer.tsx";
import css from "./deals.module.css";

/** What a large window has room for. */
const IN_SIGHT = 12;

/** All that happened to a deal, newest first, and who did it. */
export function Timeline({ seq }: { seq: number }) {
  const t = useText("deals");
  const words: Words = { t, names: useLookup(), locale: useLocale() };
  const pages = useDealTimeline(seq);
  const entries = pages.data?.pages.flatMap(({ items }) => items);
  const isAfter = useAfterFirstPicture();
  return (
    <section aria-labelledby="happened">
      <h2 id="happened" className={css.heading}>
        {t("timeline.title")}
      </h2>
      {pages.isPending && <TimelineSkeleton />}
      {entries === undefined && pages.error !== null && (
        <ErrorState
          error={pages.error}
          onRetry={() => void pages.refetch()}
          retrying={pages.isFetching}
          action={<ConnectAgain error={pages.error} />}
        />
      )}
      {entries?.length === 0 && <p className={css.muted}>{t("timeline.nothing")}</p>}
      {entries !== undefined && entries.length > 0 && (
        <>
          <ol className={css.timeline}>
            {(isAfter ? entries : entries.slice(0, IN_SIGHT)).map((entry) => (
              <Entry key={entry.id} entry={entry} words={words} />
            ))}
          </ol>
          <ListEnd
            pages={pages}
            shown={t("timeline.shown", { count: entries.length })}
            failure={t("timeline.loadMoreFailed")}
            loadMore={t("timeline.loadMore")}
          />
        </>
      )}
    </section>
  );
}

function Entry({ entry, words }: { entry: DealTimelineEntry; words: Words }) {
  const { activity, effect, change, answer, run } = entry;
  if (activity !== null) return <ActivityEntry entry={entry} activity={activity} words={words} />;
  if (effect !== null) return <EffectEntry entry={entry} effect={effect} words={words} />;
  if (change) return <ChangeEntry entry={entry} change={change} />;
  if (answer) return <AnswerEntry entry={entry} answer={answer} words={words} />;
  return run === null ? null : <RunEntry at={entry.at} run={run} />;
}

interface LineProps {
  at: string;
  icon: LucideIcon;
  tone?: "danger";
  title: ReactNode;
  who: ReactNode;
  test?: boolean;
  children?: ReactNode;
}

function Line({ at, icon: Icon, tone, title, who, test = false, children }: LineProps) {
  return (
    <li className={css.entry} data-tone={tone}>
      <span className={css.mark}>
        <Icon aria-hidden="true" />
      </span>
      <div className={css.entryBody}>
        <p className={css.entryTitle}>
          {title} {test && <TestMark />}
        </p>
        {children}
        <p className={css.entryFoot}>
          {who} · <TimeAgo at={at} />
        </p>
      </div>
    </li>
  );
}

interface ActivityProps {
  entry: DealTimelineEntry;
  activity: NonNullable<DealTimelineEntry["activity"]>;
  words: Words;
}

function ActivityEntry({ entry: { at, node }, activity, words }: ActivityProps) {
  const message = messageIn(activity);
  const isInbound = activity.type === "MESSAGE_RECEIVED";
  return (
    <Line
      at={at}
      icon={iconOf(activity.type)}
      title={activityText(activity, words)}
      who={<Doer deed={activity} node={node} />}
      test={activity.test === true}
    >
      {message !== null && (
        <Bubble text={message} isInbound={isInbound} buttons={isInbound ? [] : labelsOf(node?.config, words)} />
      )}
    </Line>
  );
}

/** What the buttons of a message say; of a step, with the names of what it fills in. */
const labelsOf = (config: GraphNode["config"], { names }: Words): string[] =>
  buttonsOf(config ?? {}).map(({ label }) => readableText(label, names));

function Bubble({ text, isInbound, buttons }: { text: string; isInbound: boolean; buttons: readonly string[] }) {
  return (
    <div className={[bubble["bubble"], css.bubble].join(" ")} data-direction={isInbound ? "inbound" : "outbound"}>
      <p className={bubble["bubbleText"]}>
        <WhatsappText text={text} />
      </p>
      <MessageButtons labels={buttons} />
    </div>
  );
}

interface EffectProps {
  entry: DealTimelineEntry;
  effect: NonNullable<DealTimelineEntry["effect"]>;
  words: Words;
}

function EffectEntry({ entry: { at, run, node }, effect, words }: EffectProps) {
  const { t, names } = words;
  const message = sentIn(effect);
  const sent = sentTitle(effect, t);
  const { ok, error, failure, attempts, actionType } = effect;
  const step = node === null ? stepTypeName({ type: "action", actionType }) : toldName(node, names);
  return (
    <Line
      at={at}
      icon={message !== null ? MessageCircle : sent !== null ? Mail : ok ? Workflow : CircleAlert}
      {...(!ok && { tone: "danger" as const })}
      title={sent ?? (ok ? step : t("did.failed", { step }))}
      who={<RunOf run={run} node={node} step={sent === null ? null : step} />}
      test={run?.test === true}
    >
      {message !== null && <Bubble text={message} isInbound={false} buttons={labelsOf(effect.config, words)} />}
      {error !== null && (
        <p className={css.failure}>
          <FailureText stored={error} failure={failure} />
          {attempts > 1 && ` (${t("did.attempts", { count: attempts })})`}
        </p>
      )}
    </Line>
  );
}

function RunEntry({ at, run }: { at: string; run: NonNullable<DealTimelineEntry["run"]> }) {
  const t = useText("deals");
  const inRuns = useText("runs");
  const { status, triggerType, lastError, lastFailure } = run;
  return (
    <Line
      at={at}
      icon={Workflow}
      title={
        <>
          {t(status === "skipped" ? "did.notBegun" : "did.began", { trigger: triggerText(triggerType) })}{" "}
          <Badge tone={RUN_STATUSES[status] ?? "neutral"} dot>
            {inRuns(`status.${status}`)}
          </Badge>
        </>
      }
      who={<RunOf run={run} node={null} />}
      test={run.test === true}
    >
      {lastError !== null && (
        <p className={status === "skipped" ? css.muted : css.failure}>
          <FailureText stored={lastError} failure={lastFailure} />
        </p>
      )}
      {lastError === null && status === "skipped" && <p className={css.muted}>{inRuns("statusHint.skipped")}</p>}
    </Line>
  );
}

interface ChangeProps {
  entry: DealTimelineEntry;
  change: NonNullable<DealTimelineEntry["change"]>;
}

const ChangeEntry = ({ entry: { at, run }, change }: ChangeProps) => (
  <Line
    at={at}
    icon={CHANGE_ICONS[change.by?.type ?? "service"]}
    title={<ChangeSentence change={change} />}
    who={<RunOf run={run} node={null} />}
    test={run?.test === true}
  >
    <ChangeDetails change={change} />
  </Line>
);

interface AnswerProps {
  entry: DealTimelineEntry;
  answer: NonNullable<DealTimelineEntry["answer"]>;
  words: Words;
}

/** What was answered stands in the message; here is what it was an answer to, and which way it led. */
function AnswerEntry({ entry: { at, run, node }, answer: { handle }, words: { t, names } }: AnswerProps) {
  const exit = node === null || handle === null ? "" : exitWord(node, handle);
  return (
    <Line
      at={at}
      icon={CornerDownRight}
      title={exit === "" ? t("did.answered") : t("did.answeredBy", { exit })}
      who={<RunOf run={run} node={node} step={node && toldName(node, names)} />}
      test={run?.test === true}
    />
  );
}

const ICONS: readonly (readonly [begins: string, icon: LucideIcon])[] = [
  ["DEAL_CREATED", CirclePlus],
  ["DEAL_UPDATED", Pencil],
  ["DEAL_", Trophy],
  ["STAGE_", ArrowRightLeft],
  ["RESPONSIBLE_", UserRound],
  ["TAG_", Tag],
  ["NOTE_", StickyNote],
  ["TASK_", ListTodo],
  ["MESSAGE_", MessageCircle],
  ["MEETING_", CalendarDays],
  ["CADENCE_", Repeat],
];

const iconOf = (type: string): LucideIcon => ICONS.find(([begins]) => type.startsWith(begins))?.[1] ?? Pencil;

const TimelineSkeleton = () => (
  <div className={css.timeline}>
    {["16rem", "11rem", "19rem", "13rem"].map((width) => (
      <div key={width} className={css.entry}>
        <Skeleton width="1.75rem" height="1.75rem" radius="0.875rem" />
        <Skeleton width={width} />
      </div>
    ))}
  </div>
);
