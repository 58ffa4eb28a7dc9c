import { Check, Copy, Workflow } from "lucide-react";
import { use, useEffect, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { ToastContext } from "../../ui/dialogs/toast.ts";
import { useDefinition, useEditor, useLabels, useServices } from "../../document/context.ts";
import { elementWith } from "../../browser/elements.ts";
import { useProblems } from "../../describe/use-problems.ts";
import { useFields } from "../../data/use-fields.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Menu } from "../../ui/dialogs/menu.tsx";
import { Prose } from "../../describe/sentences/prose.tsx";
import { sentenceTree } from "../../describe/sentences/tree.ts";
import type { SentenceTree } from "../../describe/sentences/tree.ts";
import { asMarkdown, asText } from "./written.ts";
import prose from "../../describe/sentences/prose.module.css";
import styles from "./sentences.module.css";

/** The automation as prose: the same document as canvas and outline, with the same selection. */
export function Sentences() {
  // SentenceView anew in another language.
  return <SentenceView key={useLocale()} />;
}

function SentenceView() {
  const t = useText("sentences");
  const { store, view } = useServices();
  const tree = useTree();
  const selected = useEditor(({ selection }) => selection.nodeIds);
  const problems = useProblems(({ byNode }) => byNode);
  const root = useRef<HTMLDivElement>(null);
  const [current = null] = selected;

  useEffect(() => {
    if (current !== null) elementWith(root.current, "data-step-id", current)?.scrollIntoView({ block: "nearest" });
  }, [current]);

  const pick = (id: string, { settings, add }: { settings: boolean; add: boolean }): void => {
    const { nodeIds } = store.getState().selection;
    if (add)
      store
        .getState()
        .select({ nodeIds: nodeIds.includes(id) ? nodeIds.filter((each) => each !== id) : [...nodeIds, id] });
    else store.getState().select({ nodeIds: [id] });
    if (settings) view.getState().set({ sheet: "inspector" });
  };

  if (tree.main.length + tree.apart.length === 0) {
    return (
      <EmptyState icon={<Workflow />} title={t("empty")}>
        {t("emptyHint")}
      </EmptyState>
    );
  }
  return (
    <div className={styles["scroll"]}>
      <div className={styles["page"]}>
        <CopyMenu tree={tree} />
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys lead from phrase to phrase */}
        <div
          ref={root}
          className={prose["prose"]}
          onKeyDown={(event) => moveAlong(event, root.current)}
          data-testid="sentences"
        >
          <Prose
            tree={tree}
            phrase={{
              selected,
              tabbable: current ?? firstStep(tree),
              problems: (id) => problems.get(id) ?? [],
              onPick: pick,
              onEnter: (id) => {
                pick(id, { settings: true, add: false });
                view.getState().wantFocus("inspector", id);
              },
              onFollow: (id) => {
                store.getState().select({ nodeIds: [id] });
                view.getState().wantFocus("node", id);
              },
            }}
          />
        </div>
      </div>
    </div>
  );
}

function useTree(): SentenceTree {
  const definition = useDefinition();
  const { names, triggerSentence, triggerSummary } = useLabels();
  const fields = useFields();
  return useMemo(
    () => sentenceTree(definition, { names, when: triggerSentence, triggerSummary, fields }),
    [definition, names, triggerSentence, triggerSummary, fields],
  );
}

function firstStep({ main, apart }: SentenceTree): string | null {
  const first = [...main, ...apart.flat()][0]?.parts.find((part) => part.kind === "step");
  return first?.kind === "step" ? first.nodeId : null;
}

/** Up and left lead to the phrase before, down and right to the one after. */
function moveAlong(event: KeyboardEvent, root: HTMLElement | null): void {
  const by = BY[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
  const all = [...(root?.querySelectorAll<HTMLElement>("[data-phrase]") ?? [])];
  const at = all.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  all[Math.max(0, Math.min(all.length - 1, by(at, all.length)))]?.focus();
}

const BY: Record<string, (at: number, count: number) => number> = {
  ArrowUp: (at) => at - 1,
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at + 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

function CopyMenu({ tree }: { tree: SentenceTree }) {
  const t = useText("sentences");
  const { toast } = use(ToastContext);
  const [copied, setCopied] = useState(false);
  const copy = async (written: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(written);
      setCopied(true);
    } catch {
      toast.error(t("notCopied"));
    }
  };
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <div className={styles["tools"]}>
      <output className="visually-hidden">{copied ? t("copied") : ""}</output>
      <Menu
        trigger={
          <Button size="sm" icon={copied ? <Check /> : <Copy />}>
            {t(copied ? "copied" : "copy")}
          </Button>
        }
        items={[
          { label: t("copyText"), onSelect: () => void copy(asText(tree, t("apart"))) },
          { label: t("copyMarkdown"), onSelect: () => void copy(asMarkdown(tree, t("apart"))) },
        ]}
      />
    </div>
  );
}
