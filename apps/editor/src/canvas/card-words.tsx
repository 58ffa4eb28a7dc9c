import type { GraphNode } from "@trilho/engine";
import { formText } from "../describe/form-text.ts";
import type { nodeLabel } from "../describe/node-label.ts";
import type { Fact } from "../describe/step-facts.ts";
import { Words } from "../describe/words.tsx";
import { cardRows, hasLongTitle, MOST_ROWS } from "../document/layout/card-rows.ts";
import { ColorDot } from "../ui/fields/color-dot.tsx";
import styles from "./card-words.module.css";

interface CardWordsProps {
  node: GraphNode;
  label: ReturnType<typeof nodeLabel>;
}

/** What a card says: its title, and below it what matters of its settings. */
export function CardWords({ node, label: { title, line: detail, facts } }: CardWordsProps) {
  const long = hasLongTitle(node);
  const rows = cardRows(node) - Number(long);
  const isAlone = detail === "" && facts.instead.length + facts.also.length === 0;
  return (
    <span className={styles["words"]}>
      <span className={styles["title"]} title={title} data-title data-lines={long || isAlone ? 2 : 1}>
        <Words text={title} />
      </span>
      {facts.instead.length > 0 ? (
        <FactList facts={facts.instead} />
      ) : (
        detail && (
          <span
            className={styles["detail"]}
            title={detail}
            data-lines={facts.also.length > 0 ? rows - 1 : 2}
            data-row={rows === 1}
          >
            <Words text={detail} />
          </span>
        )
      )}
      {facts.also.length > 0 && <Line facts={facts.also} />}
    </span>
  );
}

/** Branches stand one below the other; tags and exits follow one another. */
function FactList({ facts }: { facts: readonly Fact[] }) {
  if (facts.every(({ lead }) => lead === undefined)) return <Line facts={facts} wraps />;
  const shown = facts.length > MOST_ROWS ? facts.slice(0, MOST_ROWS - 1) : facts;
  return (
    <>
      {shown.map(({ lead, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two branches may have one name
        <span key={index} className={styles["row"]} title={`${lead}: ${text}`}>
          <b>{lead}</b> {text}
        </span>
      ))}
      {shown.length < facts.length && (
        <span className={styles["row"]}>{formText("detail.moreFacts", { count: facts.length - shown.length })}</span>
      )}
    </>
  );
}

function Line({ facts, wraps = false }: { facts: readonly Fact[]; wraps?: boolean }) {
  return (
    <span className={styles["line"]} data-wraps={wraps} title={facts.map(({ text }) => text).join(" · ")}>
      {facts.map(({ text, color }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two of them may read the same
        <span key={index} className={styles["fact"]}>
          {color !== undefined && <ColorDot color={color} />}
          <Words text={text} />
        </span>
      ))}
    </span>
  );
}
