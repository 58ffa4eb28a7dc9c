import { OPERATORS } from "@trilho/engine";
import type { Field, FieldType, JsonObject } from "@trilho/engine";
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { FullField, RuleGroupType, RuleType } from "react-querybuilder";
import { prepareRuleGroup, QueryBuilder } from "react-querybuilder";
import { useText } from "../../../i18n/use-text.ts";
import { operatorLabel } from "../../../describe/query-text.ts";
import { useFields } from "../../../data/use-fields.ts";
import { CONTROLS } from "./controls.tsx";
import { QueryContext } from "./query-context.ts";
import css from "./query.module.css";
import { isQuery, stored } from "../../../document/query-shape.ts";

export interface QueryEditorProps {
  /** What the query decides, for assistive technology. */
  label: string;
  query: JsonObject;
  onChange: (query: JsonObject) => void;
  readOnly: boolean;
}

/** The operator that a new rule starts with: the one that is meant most often. */
const FIRST_OPERATOR: Record<FieldType, string> = {
  text: "=",
  number: ">=",
  boolean: "=",
  date: ">=",
  id: "=",
  list: "contains",
};

/** Rules and groups of rules in a form, over the workspace's fields. */
export function QueryEditor({ label, query, onChange, readOnly }: QueryEditorProps) {
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  }, [onChange]);
  const change = useCallback((next: JsonObject) => latest.current(next), []);
  return (
    <fieldset ref={withoutLandmark} aria-label={label} className={css.query}>
      <Rules query={query} onChange={change} readOnly={readOnly} />
    </fieldset>
  );
}

/** Drawn anew only when the query is another one: who types the name of a branch waits for none of its rules. */
const Rules = memo(function Rules({ query, onChange, readOnly }: Omit<QueryEditorProps, "label">) {
  const fields = useFields();
  const held = useHeldQuery(query, onChange);
  const context = useMemo(() => ({ fields, readOnly }), [fields, readOnly]);
  const typeOf = (name: string): FieldType => fields.find((field) => field.name === name)?.type ?? "text";
  const options = useMemo(() => fields.map(asOption), [fields]);
  return (
    <QueryContext value={context}>
      <QueryBuilder
        query={held.query}
        onQueryChange={held.setQuery}
        fields={options}
        getOperators={(name) =>
          OPERATORS[typeOf(name)].map((operator) => ({
            name: operator.name,
            label: operatorLabel(operator.name, typeOf(name)),
          }))
        }
        getDefaultOperator={(name) => FIRST_OPERATOR[typeOf(name)]}
        getDefaultValue={(rule: RuleType) => (typeOf(rule.field) === "boolean" ? true : "")}
        controlElements={CONTROLS}
        disabled={readOnly}
        enableMountQueryChange={false}
        suppressStandardClassnames
        maxLevels={8}
        controlClassnames={{ ruleGroup: css.group, body: css.rules, rule: css.rule }}
      />
    </QueryContext>
  );
});

/** react-querybuilder makes a landmark without a name of every query; the field set around it has the name. */
function withoutLandmark(fieldset: HTMLFieldSetElement | null): void {
  fieldset?.querySelector(":scope > [role=form]")?.removeAttribute("role");
}

const asOption = (field: Field): FullField => ({ name: field.name, value: field.name, label: field.label });

/**
 * The query builder needs an id on every rule, and the graph wants none: the query is held with its ids here, and
 * started over when another one comes from outside.
 */
function useHeldQuery(query: JsonObject, onChange: (query: JsonObject) => void) {
  const [held, setHeld] = useState(() => ({ outside: query, inside: withIds(query) }));
  const same = held.outside === query || JSON.stringify(held.outside) === JSON.stringify(query);
  const current = same ? held : { outside: query, inside: withIds(query) };
  if (!same) setHeld(current);
  return {
    query: current.inside,
    setQuery: (inside: RuleGroupType): void => {
      const outside = stored(inside);
      setHeld({ outside, inside });
      if (JSON.stringify(outside) !== JSON.stringify(stored(current.inside))) onChange(outside);
    },
  };
}

const withIds = (query: JsonObject): RuleGroupType => prepareRuleGroup(query as unknown as RuleGroupType);

/** `query` is whatever the branch holds. */
export type QueryOrNoticeProps = Omit<QueryEditorProps, "query"> & { query: JsonObject[string] | undefined };

/** What stands where a branch holds something that is no query; only a press on the button replaces it. */
export function QueryOrNotice({ query, ...rest }: QueryOrNoticeProps) {
  const t = useText("forms");
  if (isQuery(query)) return <QueryEditor {...rest} query={query} />;
  return (
    <p className={css.broken}>
      {t("query.broken")}
      {rest.readOnly ? null : (
        <button type="button" onClick={() => rest.onChange({ combinator: "and", rules: [] })}>
          {t("query.startOver")}
        </button>
      )}
    </p>
  );
}
