import { validateGraph } from "@trilho/engine";
import { useMemo, useState } from "react";
import { problemText } from "../../../i18n/engine-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import { isDrawable } from "../../../document/document.ts";
import { Button } from "../../../ui/button.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import styles from "./raw-definition.module.css";

interface RawDefinitionProps {
  definition: unknown;
  onChange: (definition: unknown) => void;
  /** JSON that was typed before and not applied; null for none. */
  typed: string | null;
  /** Told at every change, so that typing is not lost; null where nothing differs from the definition. */
  onType: (json: string | null) => void;
  /** It has the shape of a graph, but drawing it failed. */
  failed?: boolean;
}

/** A definition that cannot be drawn, as it is: its problems beside its JSON, to be fixed by hand. */
export function RawDefinition({ definition, onChange, typed, onType, failed = false }: RawDefinitionProps) {
  const t = useText("automation");
  const written = useMemo(() => JSON.stringify(definition, null, 2) ?? "", [definition]);
  const [json, setJson] = useState(() => typed ?? written);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { problems } = validateGraph(definition);
  function apply() {
    try {
      const next: unknown = JSON.parse(json);
      setRefusal(isDrawable(next) ? null : t("raw.stillNot"));
      onChange(next);
    } catch (error) {
      setRefusal(t("raw.notJson", { message: error instanceof Error ? error.message : String(error) }));
    }
  }
  return (
    <div className={styles["raw"]}>
      <section className={styles["side"]}>
        <h2 className={styles["title"]}>{t("raw.title")}</h2>
        <p className={styles["text"]}>{t(failed ? "raw.failed" : "raw.text")}</p>
        <h3 className={styles["subtitle"]}>{t("raw.problems")}</h3>
        <ul className={styles["problems"]}>
          {problems.map((problem) => (
            <li key={`${problem.code} ${problem.path}`}>
              {problemText(problem)}
              <code className={styles["path"]}>{problem.path === "" ? "/" : problem.path}</code>
            </li>
          ))}
        </ul>
      </section>
      <section className={styles["json"]}>
        <TextArea
          className={styles["area"]}
          label={t("raw.json")}
          mono
          spellCheck={false}
          value={json}
          onValueChange={(next) => {
            setJson(next);
            onType(next === written ? null : next);
          }}
          error={refusal}
        />
        <Button variant="primary" onClick={apply}>
          {t("raw.apply")}
        </Button>
      </section>
    </div>
  );
}
