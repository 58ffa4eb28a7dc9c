import type { Outcome } from "@trilho/engine";
import { DurationInput } from "../../inputs/duration-input.tsx";
import { useText } from "../../i18n/use-text.ts";
import { NumberField } from "../../ui/fields/number-field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import type { Choice, Decision } from "../../simulation/decisions.ts";
import {
  ATTEMPTS,
  choiceOf,
  choicesOf,
  failures,
  LONGEST_REPLY,
  outcomeOf,
  replyDelay,
  replyText,
} from "../../simulation/decisions.ts";
import { nodeName } from "../../describe/node-label.ts";
import type { StepNames } from "../../describe/node-name.ts";
import css from "../../simulation/simulate.module.css";

interface Props {
  decisions: readonly Decision[];
  outcomes: Record<string, Outcome>;
  /** Steps that the run meets with these answers. */
  visited: ReadonlySet<string>;
  names: StepNames;
  onChange: (outcomes: Record<string, Outcome>) => void;
}

/** What the world does at each step where the run depends on it. */
export function WorldForm({ decisions, outcomes, visited, names, onChange }: Props) {
  const t = useText("simulate");
  if (decisions.length === 0) return <p className={css.note}>{t("world.empty")}</p>;
  return (
    <div className={css.form}>
      <p className={css.note}>{t("world.intro")}</p>
      {decisions.map((decision) => {
        const { id } = decision.node;
        return (
          <DecisionForm
            key={id}
            decision={decision}
            name={nodeName(id, names)}
            reached={visited.has(id)}
            outcome={outcomes[id]}
            onChange={(outcome) => {
              const { [id]: _before, ...others } = outcomes;
              onChange(outcome ? { ...others, [id]: outcome } : others);
            }}
          />
        );
      })}
    </div>
  );
}

interface DecisionProps {
  decision: Decision;
  name: string;
  reached: boolean;
  outcome: Outcome | undefined;
  onChange: (outcome: Outcome | undefined) => void;
}

function DecisionForm({ decision, name, reached, outcome, onChange }: DecisionProps) {
  const t = useText("simulate");
  const choice = choiceOf(decision, outcome);
  const chosen = outcome && choiceOf(decision, outcome) !== choicesOf(decision)[0] ? outcome : undefined;
  return (
    <fieldset className={css.decision} data-unreached={!reached || undefined}>
      <legend className={css.decisionName}>
        {name}
        {reached ? null : <span className={css.unreached}>{t("world.unreached")}</span>}
      </legend>
      <Select
        label={t("world.happens", { node: name })}
        hideLabel
        options={choicesOf(decision, outcome).map((each) => ({ value: each, label: choiceText(each, decision, t) }))}
        value={choice}
        onValueChange={(next: Choice) => onChange(outcomeOf(next, outcome, t("world.replyDefault")))}
      />
      {chosen?.type === "reply" ? (
        <>
          {chosen.reply.buttonId === undefined ? (
            <TextField
              label={t("world.replyText")}
              value={replyText(chosen)}
              autoComplete="off"
              onValueChange={(text) => onChange({ ...chosen, reply: { text } })}
            />
          ) : null}
          <DurationInput
            field={{ label: t("world.replyAfter") }}
            value={replyDelay(chosen)}
            onChange={(seconds) =>
              onChange({ ...chosen, afterSeconds: Math.min(LONGEST_REPLY, Math.max(0, seconds ?? 0)) })
            }
            readOnly={false}
          />
        </>
      ) : null}
      {chosen?.type === "fail" ? (
        <NumberField
          label={t("world.times")}
          hint={t("world.timesHint", { count: ATTEMPTS })}
          value={failures(chosen)}
          min={1}
          max={ATTEMPTS}
          onValueChange={(times) =>
            onChange({ ...chosen, times: Math.min(ATTEMPTS, Math.max(1, Math.round(times ?? 1))) })
          }
        />
      ) : null}
    </fieldset>
  );
}

function choiceText(choice: Choice, { buttons }: Decision, t: ReturnType<typeof useText<"simulate">>): string {
  if (choice.startsWith("button:")) {
    const id = choice.slice("button:".length);
    return t("world.choice.button", { label: buttons.find((button) => button.id === id)?.label ?? id });
  }
  return t(`world.choice.${choice as Exclude<Choice, `button:${string}`>}`);
}
