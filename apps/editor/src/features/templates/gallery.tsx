import { ArrowLeft, Search } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { search } from "../../ui/search/search.ts";
import { MiniDrawing } from "../../describe/mini-drawing.tsx";
import { useLanguage } from "../../i18n/set-up.ts";
import { useText } from "../../i18n/use-text.ts";
import { useClientIfAny } from "../../data/client-provider.tsx";
import type { Draft } from "../../document/draft/draft.ts";
import { openInBuilder } from "../../document/draft/pending-draft.ts";
import { useMedia } from "../../browser/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import styles from "./gallery.module.css";
import type { Chosen, Template } from "./template.ts";
import { TemplatePreview } from "./template-preview.tsx";
import { TEMPLATES } from "./templates.ts";
import { usePipelineOf } from "./use-need-choices.ts";

interface GalleryProps {
  open: boolean;
  onClose: () => void;
  /** Takes what was chosen. Default: opens it in the builder. */
  onUse?: (draft: Draft) => void;
}

/** Ready automations to start from. The chosen one is not stored before it is published. */
export function Gallery({ open, onClose, onUse = openInBuilder }: GalleryProps) {
  const t = useText("templates");
  const isAlone = useClientIfAny() === null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t("title")}
      description={t(isAlone ? "hintAlone" : "hint")}
      size="lg"
    >
      <Inside onClose={onClose} onUse={onUse} />
    </Dialog>
  );
}

function Inside({ onClose, onUse }: Required<Omit<GalleryProps, "open">>) {
  const t = useText("templates");
  const language = useLanguage();
  const pipelineOf = usePipelineOf();
  const narrow = useMedia("(max-width: 700px)");
  const [query, setQuery] = useState("");
  const found = useFound(query);
  const [pickedId, setPickedId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Readonly<Record<string, Chosen>>>({});
  const picked = found.find(({ id }) => id === pickedId) ?? (narrow ? undefined : found[0]);

  const use = (template: Template): void => {
    onClose();
    onUse(template.make(language, chosen[template.id] ?? {}, pipelineOf));
  };

  const preview = picked && (
    <div className={styles["details"]}>
      {narrow && (
        <Button
          size="sm"
          variant="ghost"
          className={styles["back"]}
          icon={<ArrowLeft />}
          onClick={() => setPickedId(null)}
        >
          {t("back")}
        </Button>
      )}
      <TemplatePreview
        key={picked.id}
        template={picked}
        chosen={chosen[picked.id] ?? {}}
        onChosen={(next) => setChosen({ ...chosen, [picked.id]: next })}
      />
      <div className={styles["use"]}>
        <Button variant="primary" onClick={() => use(picked)}>
          {t("use")}
        </Button>
      </div>
    </div>
  );
  if (narrow && preview) return preview;
  return (
    <div className={styles["panes"]}>
      <div className={styles["side"]}>
        <TemplateSearch value={query} onChange={setQuery} />
        <TemplateList templates={found} picked={picked?.id ?? null} onPick={setPickedId} />
        {found.length === 0 && <p className={styles["none"]}>{t("none", { query })}</p>}
      </div>
      {preview}
    </div>
  );
}

function useFound(query: string): readonly Template[] {
  const language = useLanguage();
  const t = useText("templates");
  return useMemo(() => {
    if (query.trim() === "") return TEMPLATES;
    const findable = TEMPLATES.map((template) => {
      const { name, description } = template.words(language);
      return { label: name, more: `${description} ${t(`topic.${template.topic}`)}`, template };
    });
    return search(findable, query).map(({ template }) => template);
  }, [query, language, t]);
}

function TemplateSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText("templates");
  return (
    <div className={styles["search"]}>
      <Search size={15} aria-hidden="true" />
      <input
        type="search"
        value={value}
        placeholder={t("search")}
        aria-label={t("search")}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

interface TemplateListProps {
  templates: readonly Template[];
  picked: string | null;
  onPick: (id: string) => void;
}

function TemplateList({ templates, picked, onPick }: TemplateListProps) {
  const t = useText("templates");
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const hint = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const items = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    items[Math.max(0, Math.min(items.length - 1, at + by))]?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys lead from entry to entry
    <ul ref={list} className={styles["list"]} aria-label={t("title")} onKeyDown={onKeyDown}>
      {templates.map((template) => (
        <li key={template.id}>
          <button
            type="button"
            className={styles["item"]}
            aria-pressed={template.id === picked}
            aria-describedby={`${hint} ${template.id}`}
            onClick={() => onPick(template.id)}
          >
            <MiniDrawing definition={template.make(language, {}).definition} className={styles["picture"]} />
            <span className={styles["name"]}>{template.words(language).name}</span>
            <span id={`${hint} ${template.id}`} className={styles["topic"]}>
              {t("item", {
                topic: t(`topic.${template.topic}`),
                steps: t("steps", { count: template.make(language, {}).definition.nodes.length }),
              })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
