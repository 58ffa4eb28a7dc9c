import { Radio } from "@base-ui/react/radio";
import { RadioGroup } from "@base-ui/react/radio-group";
import { useId } from "react";
import { Words } from "../../describe/words.tsx";
import { useText } from "../../i18n/use-text.ts";
import type { ClashText } from "./clash-text.ts";
import shared from "./compare.module.css";
import styles from "./clash-card.module.css";
import type { Side } from "./agree.ts";

interface ClashCardProps {
  words: ClashText;
  /** False where no side can win: then it shows what to do. */
  decidable: boolean;
  choice: Side | null;
  onChoose: (side: Side) => void;
  onShow: (nodeId: string) => void;
}

const SIDES: readonly Side[] = ["mine", "theirs"];

/** One clash: what it was, what each side made of it, and which of the two is kept. */
export function ClashCard({ words, decidable, choice, onChoose, onShow }: ClashCardProps) {
  const t = useText("compare");
  const id = useId();
  const { title, nodeId, base, hint } = words;
  return (
    <div className={styles["clash"]} data-open={decidable && choice === null ? true : undefined}>
      <h4 id={id} className={styles["title"]}>
        {nodeId === null ? (
          title
        ) : (
          <button type="button" className={shared["jump"]} onClick={() => onShow(nodeId)}>
            {title}
          </button>
        )}
      </h4>
      {base !== null && (
        <p className={shared["hint"]}>
          <Words text={t("merging.was", { value: base })} />
        </p>
      )}
      {hint !== null && <p className={shared["hint"]}>{hint}</p>}
      {decidable && (
        <RadioGroup
          aria-labelledby={id}
          className={styles["sides"]}
          value={choice}
          onValueChange={(side) => onChoose(side as Side)}
        >
          {SIDES.map((side) => (
            <label
              key={side}
              htmlFor={`${id} ${side}`}
              className={styles["choice"]}
              data-chosen={choice === side || undefined}
            >
              <Radio.Root
                id={`${id} ${side}`}
                value={side}
                className={styles["radio"]}
                aria-label={`${t(`merging.${side}`)}: ${words[side]}`}
              >
                <Radio.Indicator className={styles["dot"]} />
              </Radio.Root>
              <span className={styles["choiceWords"]}>
                <span className={shared["field"]}>{t(`merging.${side}`)}</span>
                <span>
                  <Words text={words[side]} />
                </span>
              </span>
            </label>
          ))}
        </RadioGroup>
      )}
    </div>
  );
}
