import type { JsonValue } from "@trilho/engine";
import { memo } from "react";
import { currentLocale, useText } from "../../../i18n/use-text.ts";
import { NumberField } from "../../../ui/fields/number-field.tsx";
import { describeQuery } from "../../../describe/query-text.ts";
import { LazyQueryEditor } from "../query/lazy-query-editor.tsx";
import { emptyQuery, isQuery } from "../../../document/query-shape.ts";
import css from "../../../inputs/forms.module.css";
import { partList, shares, textOf } from "../parts.ts";
import { useFields } from "../../../data/use-fields.ts";
import { useLookup } from "../../../describe/use-lookup.ts";
import { PartsEditor } from "./parts-editor.tsx";
import type { WidgetProps } from "../../../inputs/widget.ts";

/** The default weight of an exit. */
const PLAIN_WEIGHT = "1";

const percent = (share: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: "percent", maximumFractionDigits: 1 }).format(share / 100);

export function ButtonsWidget({ field, name, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  return (
    <PartsEditor
      field={field}
      kind="btn"
      place={["config", name]}
      parts={partList(value)}
      onChange={(parts) => onChange(parts.length > 0 ? [...parts] : undefined)}
      readOnly={readOnly}
      fresh={(number) => ({ label: t("parts.btn.fresh", { number }) })}
    />
  );
}

export function ExitsWidget({ field, name, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  const exits = partList(value);
  const share = shares(exits);
  return (
    <PartsEditor
      field={field}
      kind="rr"
      place={["config", name]}
      parts={exits}
      onChange={(parts) => onChange([...parts])}
      readOnly={readOnly}
      fresh={(number) => ({ label: t("parts.rr.fresh", { number }), weight: 1 })}
      renderBeside={(exit, at, change) => (
        <span className={css.weight}>
          <NumberField
            className={css.short}
            hideLabel
            plain
            min={0}
            step="any"
            label={t("parts.rr.weight", { name: textOf(exit, "label") || t("parts.rr.unnamed", { number: at + 1 }) })}
            value={typeof exit["weight"] === "number" ? exit["weight"] : null}
            placeholder={PLAIN_WEIGHT}
            onValueChange={(weight) => change({ weight: weight ?? 1 })}
            readOnly={readOnly}
          />
          <output className={css.share}>{percent(share[at] ?? 0)}</output>
        </span>
      )}
    />
  );
}

export function BranchesWidget({ field, name, value, onChange, readOnly }: WidgetProps) {
  const t = useText("forms");
  return (
    <>
      <PartsEditor
        field={field}
        kind="branch"
        place={["condition", name]}
        parts={partList(value)}
        onChange={(parts) => onChange([...parts])}
        readOnly={readOnly}
        fresh={(number) => ({ label: t("parts.branch.fresh", { number }), query: emptyQuery() })}
        renderBelow={(branch, at, change) => (
          <div className={css.branch}>
            <BranchSentence query={branch["query"]} />
            <LazyQueryEditor
              label={t("parts.branch.rules", {
                name: textOf(branch, "label") || t("parts.branch.unnamed", { number: at + 1 }),
              })}
              query={branch["query"]}
              onChange={(query) => change({ query })}
              readOnly={readOnly}
            />
          </div>
        )}
      />
      <p className={css.note}>{t("parts.branch.otherwise")}</p>
    </>
  );
}

/** The rules of a branch in words. */
const BranchSentence = memo(function BranchSentence({ query }: { query: JsonValue | undefined }) {
  const t = useText("forms");
  const lookup = useLookup();
  const fields = useFields();
  if (!isQuery(query)) return null;
  const always = query["not"] !== true && Array.isArray(query["rules"]) && query["rules"].length === 0;
  return (
    <p className={css.sentence}>
      {always ? t("parts.branch.always") : t("parts.branch.when", { text: describeQuery(query, lookup, fields) })}
    </p>
  );
});
