import { Link } from "wouter";
import { builderPath } from "../../browser/location.ts";
import { triggerText } from "../../describe/trigger.ts";
import { useText } from "../../i18n/use-text.ts";
import css from "./not-started-list.module.css";

/** An automation that did not start, and why. */
export interface Refusal {
  automationId: string;
  /** Null of the automation that is drawn. */
  name: string | null;
  /** The type of what happened. */
  event: string;
  why: string;
}

/** So many are told: more say nothing new. */
const MOST = 20;

/** Which automations listen to what happened and did not start. */
export function NotStartedList({ refusals }: { refusals: readonly Refusal[] }) {
  const t = useText("simulate");
  if (refusals.length === 0) return null;
  return (
    <section aria-label={t("all.why")}>
      <h3 className={css.heading}>{t("all.why")}</h3>
      <ul className={css.list}>
        {refusals.slice(0, MOST).map(({ automationId, name, event, why }) => (
          <li key={`${automationId} ${event} ${why}`}>
            {name === null ? (
              <strong>{t("all.own")}</strong>
            ) : (
              <Link href={builderPath(automationId, null)}>{name}</Link>
            )}{" "}
            · {triggerText(event)}
            <span className={css.why}>{why}</span>
          </li>
        ))}
      </ul>
      {refusals.length > MOST && <p className={css.why}>{t("all.more", { count: refusals.length - MOST })}</p>}
    </section>
  );
}
