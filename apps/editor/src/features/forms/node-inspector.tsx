import type { Diagnostic, Facts, GraphDefinition, GraphNode, JsonObject, JsonValue } from "@trilho/engine";
import { exampleFacts } from "@trilho/engine/liquid";
import { useMemo } from "react";
import { readableNode } from "../../describe/readable.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { MAX_LABEL } from "../../document/commands/edit.ts";
import { labelOf } from "../../document/document.ts";
import { TextField } from "../../ui/fields/text-field.tsx";
import { ConfigFields } from "./config-fields.tsx";
import { NodeFormContext } from "./context.ts";
import type { NodeForm, NodePatch } from "./context.ts";
import { Problems } from "../../inputs/form-field.tsx";
import css from "../../inputs/forms.module.css";
import { formOf } from "../../describe/layout.ts";
import { stepName } from "../../describe/node-name.ts";
import { stepTypeDescription } from "../../describe/step-kinds.ts";
import { patched } from "./parts.ts";
import { pointerTo, problemsElsewhere } from "./problems.ts";
import { useFields } from "../../data/use-fields.ts";

export { liquidRules } from "@trilho/engine/liquid";

export interface NodeInspectorProps {
  node: GraphNode;
  definition: GraphDefinition;
  /** All problems of the graph; those of the node are shown at the field they are about. */
  problems: readonly Diagnostic[];
  readOnly?: boolean;
  /** A deal to preview texts with; the catalogue's examples unless given. */
  facts?: Facts;
  /** `field` names the key that changed, so that typing into one field is one undo step. */
  onChange: (patch: NodePatch, meta: { field: string }) => void;
  onRename: (label: string) => void;
}

/** The form of one node, made from its schema. Controlled: it keeps nothing but the text being typed. */
export function NodeInspector(props: NodeInspectorProps) {
  const { node, definition, problems, readOnly = false, onRename } = props;
  const t = useText("forms");
  const names = useLookup();
  const form = formOf(node);
  const shown = form.entries.map(({ key }) => pointerTo(definition, node, form.part, key));
  return (
    <NodeFormContext value={useNodeFormValue(props, readOnly)}>
      {/* Another node is another form: nothing typed in one reaches the next. */}
      <div key={node.id} className={css.inspector}>
        <p className={css.intro}>{stepTypeDescription(node)}</p>
        <Problems problems={problemsElsewhere(problems, node.id, shown)} />
        <TextField
          label={t("inspector.name")}
          value={labelOf(node)}
          placeholder={stepName(readableNode(node, names))}
          autoComplete="off"
          maxLength={MAX_LABEL}
          readOnly={readOnly}
          onValueChange={onRename}
        />
        {form.schema === null ? (
          <p className={css.nothing}>{t("inspector.unknown", { type: node.actionType ?? node.type })}</p>
        ) : (
          <ConfigFields form={form} />
        )}
        {form.schema !== null && form.entries.length === 0 && node.type !== "trigger" ? (
          <p className={css.nothing}>{t("inspector.nothing")}</p>
        ) : null}
      </div>
    </NodeFormContext>
  );
}

function useNodeFormValue(
  { node, definition, problems, facts, onChange }: NodeInspectorProps,
  readOnly: boolean,
): NodeForm {
  const fields = useFields();
  const example = useMemo(() => exampleFacts(fields), [fields]);
  const change =
    (part: "config" | "condition") =>
    (patch: Record<string, JsonValue | undefined>, field: string): void => {
      const before: JsonObject = node[part] ?? {};
      onChange({ [part]: patched(before, patch) }, { field });
    };
  return {
    node,
    definition,
    problems,
    readOnly,
    facts: facts ?? example,
    setConfig: change("config"),
    setCondition: change("condition"),
  };
}
