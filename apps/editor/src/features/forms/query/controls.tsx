import { OPERATORS } from "@trilho/engine";
import type { FieldType, JsonValue, OperatorArity } from "@trilho/engine";
import { Plus, X } from "lucide-react";
import type {
  ActionProps,
  ControlElementsProp,
  FieldSelectorProps,
  FullField,
  OperatorSelectorProps,
  UseRuleGroup,
  ValueEditorProps,
} from "react-querybuilder";
import { RuleGroupBodyComponents } from "react-querybuilder";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/fields/combobox.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Option } from "../../../ui/fields/option.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { FieldValue } from "../../../inputs/field-value.tsx";
import css from "./query.module.css";
import { useQueryForm } from "./query-context.ts";
import type { Match } from "../../../document/query-shape.ts";
import { joinOf, MATCH_NAMES, matchOf } from "../../../document/query-shape.ts";

/** "All of these hold", and the exit of a group within a group. */
function GroupHeader({ ruleGroup, path, onCombinatorChange, onNotToggleChange, removeGroup }: UseRuleGroup) {
  const t = useText("forms");
  const { readOnly } = useQueryForm();
  const combinator = ("combinator" in ruleGroup && ruleGroup.combinator) || "and";
  const nested = path.length > 0;
  if (!nested && ruleGroup.rules.length < 2 && ruleGroup.not !== true && combinator === "and") return null;
  return (
    <div className={css.header}>
      <Select
        className={css.match}
        label={t("query.match")}
        hideLabel
        options={MATCH_NAMES.map((match) => ({ value: match, label: t(`query.matches.${match}`) }))}
        value={matchOf(combinator, ruleGroup.not === true)}
        onValueChange={(match: Match) => {
          const join = joinOf(match);
          if (join.combinator !== combinator) onCombinatorChange(join.combinator);
          if (join.not !== (ruleGroup.not === true)) onNotToggleChange(join.not);
        }}
        readOnly={readOnly}
      />
      {nested && !readOnly ? (
        <IconButton size="sm" label={t("query.removeGroup")} icon={<X />} onClick={(event) => removeGroup(event)} />
      ) : null}
    </div>
  );
}

/** The rules, and what adds to them below. */
function GroupBody(group: UseRuleGroup) {
  const t = useText("forms");
  const { readOnly } = useQueryForm();
  return (
    <>
      <RuleGroupBodyComponents {...group} />
      {readOnly ? null : (
        <div className={css.adders}>
          <Button variant="ghost" size="sm" icon={<Plus />} onClick={(event) => group.addRule(event)}>
            {t("query.addRule")}
          </Button>
          {group.ruleGroup.rules.length > 0 ? (
            <Button variant="ghost" size="sm" icon={<Plus />} onClick={(event) => group.addGroup(event)}>
              {t("query.addGroup")}
            </Button>
          ) : null}
        </div>
      )}
    </>
  );
}

function FieldSelector({ value, handleOnChange }: FieldSelectorProps) {
  const t = useText("forms");
  const { fields, readOnly } = useQueryForm();
  const options = fields.map((field): Option => ({
    value: field.name,
    label: field.label,
    group: groupOf(field.name, t),
  }));
  return (
    <Combobox
      className={css.fieldName}
      label={t("query.field")}
      hideLabel
      clearable={false}
      options={options}
      value={value ?? null}
      unknownLabel={(name) => name}
      onValueChange={(name) => {
        if (name !== null && name !== value) handleOnChange(name);
      }}
      readOnly={readOnly}
    />
  );
}

const GROUPS = ["customFields", "tracking", "deal", "contact", "company", "message"] as const;

function groupOf(name: string, t: ReturnType<typeof useText<"forms">>): string {
  const group = GROUPS.find((each) => name.startsWith(`${each}.`) || name.startsWith(`deal.${each}.`));
  return t(`query.groups.${group ?? "other"}`);
}

function OperatorSelector({ value, options, handleOnChange }: OperatorSelectorProps) {
  const t = useText("forms");
  const { readOnly } = useQueryForm();
  const known = options.flatMap((option) =>
    "options" in option ? [] : [{ value: option.name as string, label: option.label }],
  );
  return (
    <Select
      className={css.operator}
      label={t("query.operator")}
      hideLabel
      options={known}
      value={value ?? null}
      onValueChange={handleOnChange}
      readOnly={readOnly}
    />
  );
}

const arityOf = (operator: string, type: FieldType): OperatorArity =>
  OPERATORS[type].find(({ name }) => name === operator)?.arity ?? "one";

function ValueEditor({ field: name, operator, value, handleOnChange }: ValueEditorProps) {
  const t = useText("forms");
  const { fields, readOnly } = useQueryForm();
  const of = fields.find((field) => field.name === name) ?? null;
  const arity = arityOf(operator, of?.type ?? "text");
  const given = value as JsonValue | undefined;
  const change = (next: JsonValue | undefined): void => handleOnChange(next ?? "");
  const shared = { of, readOnly };
  if (arity === "none") return null;
  if (arity === "two") {
    const [from = "", to = ""] = Array.isArray(given) ? given : [given];
    return (
      <div className={css.range}>
        <FieldValue
          {...shared}
          field={{ label: t("query.from"), hideLabel: true }}
          value={from}
          onChange={(next) => change([next ?? "", to])}
        />
        <span aria-hidden="true">–</span>
        <FieldValue
          {...shared}
          field={{ label: t("query.to"), hideLabel: true }}
          value={to}
          onChange={(next) => change([from, next ?? ""])}
        />
      </div>
    );
  }
  const several = arity === "many";
  return (
    <div className={css.value}>
      <FieldValue
        {...shared}
        field={{ label: t("query.value"), hideLabel: true }}
        value={several || !Array.isArray(given) || of?.type === "list" ? given : given[0]}
        onChange={change}
        multiple={several || (of?.type === "list" && Array.isArray(given))}
      />
    </div>
  );
}

function RemoveRule({ handleOnClick }: ActionProps) {
  const t = useText("forms");
  const { readOnly } = useQueryForm();
  if (readOnly) return null;
  return (
    <span className={css.remove}>
      <IconButton size="sm" label={t("query.removeRule")} icon={<X />} onClick={(event) => handleOnClick(event)} />
    </span>
  );
}

/** react-querybuilder with our own controls. */
export const CONTROLS: ControlElementsProp<FullField, string> = {
  ruleGroupHeaderElements: GroupHeader,
  ruleGroupBodyElements: GroupBody,
  fieldSelector: FieldSelector,
  operatorSelector: OperatorSelector,
  valueEditor: ValueEditor,
  removeRuleAction: RemoveRule,
};
