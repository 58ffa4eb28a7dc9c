import { Command } from "cmdk";
import type { ReactNode } from "react";
import { hasWords, plainText } from "../../i18n/plain-text.ts";
import styles from "./choice-list.module.css";
import { useQuery } from "../../document/use-query.ts";

export interface Choice {
  key: string;
  name: string;
  /** Second line: what it does, or why it cannot be chosen. */
  hint?: string;
  /** Words it is found by that are not shown. */
  more?: string;
  icon?: ReactNode;
  disabled?: boolean;
}

export interface ChoiceGroup {
  name: string;
  choices: readonly Choice[];
}

interface ChoiceListProps {
  label: string;
  placeholder: string;
  nothing: string;
  groups: readonly ChoiceGroup[];
  onChoose: (key: string) => void;
}

/** A searchable list to choose one thing from, by pointer or by arrow keys and Enter. */
export function ChoiceList({ label, placeholder, nothing, groups, onChoose }: ChoiceListProps) {
  const [query, setQuery] = useQuery();
  const found = query.trim() === "" ? groups : search(groups, query);
  return (
    <Command label={label} loop shouldFilter={false} className={styles["root"]}>
      <Command.Input
        className={styles["input"]}
        placeholder={placeholder}
        aria-label={placeholder}
        value={query}
        onValueChange={setQuery}
      />
      <Command.List className={styles["list"]} label={label}>
        <Command.Empty className={styles["empty"]}>{nothing}</Command.Empty>
        {found.map((group) => (
          <Command.Group key={group.name} heading={group.name} className={styles["group"] ?? ""}>
            {group.choices.map((choice) => (
              <ChoiceItem key={choice.key} choice={choice} onChoose={onChoose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  );
}

function ChoiceItem({ choice, onChoose }: { choice: Choice; onChoose: (key: string) => void }) {
  return (
    <Command.Item
      value={choice.key}
      disabled={choice.disabled ?? false}
      className={styles["item"]}
      onSelect={() => onChoose(choice.key)}
    >
      {choice.icon}
      <span className={styles["words"]}>
        <span className={styles["name"]}>{choice.name}</span>
        {choice.hint && <span className={styles["hint"]}>{choice.hint}</span>}
      </span>
    </Command.Item>
  );
}

/** The groups that hold something, best match first, those that cannot be chosen last. */
function search(groups: readonly ChoiceGroup[], query: string): ChoiceGroup[] {
  const scored = groups.map(({ name, choices }) => {
    const hits = choices.map((choice) => ({ choice, rank: rank(choice, query) })).filter((hit) => hit.rank > 0);
    const sorted = hits.toSorted((a, b) => b.rank - a.rank);
    return { name, choices: sorted.map(({ choice }) => choice), best: sorted[0]?.rank ?? 0 };
  });
  return scored.filter(({ best }) => best > 0).toSorted((a, b) => b.best - a.best);
}

/** Names that start with what was typed come before those that hold it, and both before all other words. */
function rank({ name, hint = "", more = "", disabled = false }: Choice, typed: string): number {
  const [title, query] = [plainText(name), plainText(typed.trim())];
  const score = title.startsWith(query) ? 8 : title.includes(` ${query}`) ? 6 : title.includes(query) ? 4 : 0;
  const least = score === 0 && hasWords(`${name} ${hint} ${more}`, query) ? 2 : score;
  return least > 0 && disabled ? least / 16 : least;
}
