import { CircleAlert, TriangleAlert } from "lucide-react";
import type { MouseEvent } from "react";
import type { Diagnostic } from "@trilho/engine";
import { useText } from "../../i18n/use-text.ts";
import { Words } from "../words.tsx";
import type { Part, Sentence, SentenceTree } from "./tree.ts";
import styles from "./prose.module.css";

/** What phrases of a sentence do; without it, the prose is only read. */
export interface PhraseActs {
  selected: readonly string[];
  /** The one phrase in the tab order; arrow keys reach the others. */
  tabbable: string | null;
  problems: (id: string) => readonly Diagnostic[];
  onPick: (id: string, how: { settings: boolean; add: boolean }) => void;
  onEnter: (id: string) => void;
  /** Goes to a step described elsewhere. */
  onFollow: (id: string) => void;
}

/** A tree of sentences as paragraphs and nested lists. */
export function Prose({ tree, phrase }: { tree: SentenceTree; phrase?: PhraseActs }) {
  const t = useText("sentences");
  return (
    <>
      <Sentences sentences={tree.main} phrase={phrase} />
      {tree.apart.length > 0 && (
        <section className={styles["apart"]} aria-label={t("apart")}>
          <h3 className={styles["apartTitle"]}>{t("apart")}</h3>
          {tree.apart.map((chain) => (
            <Sentences key={chain[0]?.key} sentences={chain} phrase={phrase} />
          ))}
        </section>
      )}
    </>
  );
}

interface SentencesProps {
  sentences: readonly Sentence[];
  phrase: PhraseActs | undefined;
}

function Sentences({ sentences, phrase }: SentencesProps) {
  return sentences.map(({ key, parts, exits }) => (
    <div key={key} className={styles["sentence"]}>
      <p>
        {parts.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- pieces have no other name, and change as a whole
          <Piece key={index} part={part} phrase={phrase} />
        ))}
      </p>
      {exits.length > 0 && (
        <ul className={styles["exits"]}>
          {exits.map((exit) => (
            <li key={exit.key}>
              <Sentences sentences={exit.sentences} phrase={phrase} />
            </li>
          ))}
        </ul>
      )}
    </div>
  ));
}

function Piece({ part, phrase }: { part: Part; phrase: PhraseActs | undefined }) {
  if (part.kind === "words") return <Words text={part.text} />;
  if (part.kind === "lead") return <strong className={styles["lead"]}>{part.text}</strong>;
  if (!phrase) return <Words text={part.text} />;
  return part.kind === "step" ? <Step {...part} phrase={phrase} /> : <GoesOn {...part} phrase={phrase} />;
}

interface PhraseProps {
  text: string;
  nodeId: string;
  phrase: PhraseActs;
}

/** The phrase of one step: it can be selected, and opens the settings. */
function Step({ text, nodeId, phrase }: PhraseProps) {
  const t = useText("sentences");
  const problems = phrase.problems(nodeId);
  const hasError = problems.some(({ severity }) => severity === "error");
  const Icon = hasError ? CircleAlert : TriangleAlert;
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button cannot break over lines as a phrase does
      role="button"
      className={styles["step"]}
      tabIndex={phrase.tabbable === nodeId ? 0 : -1}
      aria-pressed={phrase.selected.includes(nodeId)}
      data-step-id={nodeId}
      data-phrase
      data-severity={problems.length === 0 ? undefined : hasError ? "error" : "warning"}
      onFocus={() => phrase.selected.includes(nodeId) || phrase.onPick(nodeId, { settings: false, add: false })}
      onClick={(event: MouseEvent) =>
        phrase.onPick(nodeId, { settings: true, add: event.shiftKey || event.ctrlKey || event.metaKey })
      }
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        phrase.onEnter(nodeId);
      }}
    >
      <Words text={text} />
      {problems.length > 0 && (
        <span className={styles["problems"]}>
          <Icon size={13} aria-hidden="true" />
          <span className="visually-hidden">{t("problems", { count: problems.length })}</span>
        </span>
      )}
    </span>
  );
}

function GoesOn({ text, nodeId, phrase }: PhraseProps) {
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it leads to a step of the document, which has no address
      role="link"
      className={styles["goesOn"]}
      tabIndex={-1}
      data-phrase
      onClick={() => phrase.onFollow(nodeId)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        phrase.onFollow(nodeId);
      }}
    >
      {text}
    </span>
  );
}
