import { useMemo } from "react";
import { useClientIfAny } from "../../data/client-provider.tsx";
import { MiniDrawing } from "../../describe/mini-drawing.tsx";
import { stagePlace } from "../../document/lookup.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useLanguage } from "../../i18n/set-up.ts";
import { useText } from "../../i18n/use-text.ts";
import { savedScenarios } from "../../document/saved-scenarios.ts";
import { Prose } from "../../describe/sentences/prose.tsx";
import { sentenceTree } from "../../describe/sentences/tree.ts";
import { triggerSentence } from "../../describe/trigger.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import styles from "./gallery.module.css";
import type { Chosen, Need, Template } from "./template.ts";
import { useNeedChoices } from "./use-need-choices.ts";

interface TemplatePreviewProps {
  template: Template;
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
}

/** What a template does, what it needs, and how it looks. */
export function TemplatePreview({ template, chosen, onChosen }: TemplatePreviewProps) {
  const t = useText("templates");
  const language = useLanguage();
  const names = useLookup();
  const hasChoices = useClientIfAny() !== null;
  const { name, description, needs } = template.words(language);
  const { settings, definition } = useMemo(() => template.make(language, chosen), [template, language, chosen]);
  const { stageId, triggerType } = settings;
  const place = stageId === null ? null : stagePlace(stageId, names);
  const tree = sentenceTree(definition, { names, when: triggerSentence(triggerType, place) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys, where nothing in it takes the focus
    <article className={styles["preview"]} aria-label={name} tabIndex={0}>
      <h3 className={styles["title"]}>{name}</h3>
      <p className={styles["description"]}>{description}</p>
      <p className={styles["facts"]}>
        {t("item", {
          topic: t("steps", { count: definition.nodes.length }),
          steps: t("tests", { count: savedScenarios(definition).scenarios.length }),
        })}
      </p>
      <MiniDrawing definition={definition} className={styles["picture"]} />
      {hasChoices && needs.length > 0 && (
        <section className={styles["needs"]} aria-label={t("needs")}>
          <h4 className={styles["heading"]}>{t("needs")}</h4>
          <p className={styles["facts"]}>{t("needsHint")}</p>
          {needs.map((need) => (
            <NeedPicker
              key={need.key}
              need={need}
              value={chosen[need.key] ?? null}
              onChange={(value) => onChosen(changed(chosen, need.key, value))}
            />
          ))}
        </section>
      )}
      <h4 className={styles["heading"]}>{t("does")}</h4>
      <div className={styles["prose"]}>
        <Prose tree={tree} />
      </div>
    </article>
  );
}

function changed(chosen: Chosen, key: string, value: string | null): Chosen {
  const { [key]: _before, ...others } = chosen;
  return value === null ? others : { ...others, [key]: value };
}

interface NeedPickerProps {
  need: Need;
  value: string | null;
  onChange: (value: string | null) => void;
}

function NeedPicker({ need, value, onChange }: NeedPickerProps) {
  const t = useText("templates");
  const { status, choices } = useNeedChoices()[need.kind];
  return (
    <Combobox
      label={need.label}
      options={choices.filter(({ inactive }) => !inactive)}
      loading={status === "loading"}
      placeholder={t("later")}
      value={value}
      onValueChange={onChange}
    />
  );
}
