import type { ComponentType } from "react";
import { useText } from "../i18n/use-text.ts";
import { Button } from "../ui/button.tsx";
import type { Creation } from "../ui/fields/use-creation.ts";
import { Combobox } from "../ui/fields/combobox.tsx";
import type { FieldProps } from "../ui/fields/field.tsx";
import { MultiCombobox } from "../ui/fields/multi-combobox.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import css from "./forms.module.css";
import type { Choices } from "../describe/choices.ts";
import { offered } from "../describe/choices.ts";
import type { Noun } from "../describe/use-choices.ts";
import { useTagCreation } from "./use-tag-creation.ts";
import {
  useFieldChoices,
  usePipelineChoices,
  useStageChoices,
  useTagChoices,
  useUserChoices,
} from "../describe/use-choices.ts";

interface Props {
  field: FieldProps;
  noun: Noun | "option";
  choices: Choices;
  creation?: Creation;
  /** Ids chosen, also those that nothing has any more. */
  value: readonly string[];
  onChange: (ids: string[]) => void;
  multiple?: boolean;
  readOnly: boolean;
}

/** Chooses by name, with search. What is chosen stays, also when nothing has its id any more. */
export function Picker({ field, noun, choices, creation, value, onChange, multiple, readOnly }: Props) {
  const t = useText("forms");
  if (choices.status === "error" || choices.status === "absent") {
    return <TypedIds {...{ field, noun, choices, value, onChange, readOnly }} {...(multiple && { multiple })} />;
  }
  const shared = {
    ...field,
    options: offered(choices.choices, value, (name) => t("picker.inactive", { name })),
    loading: choices.status === "loading",
    placeholder: t(`picker.${noun}.choose`),
    unknownLabel: (id: string) => t(`picker.${noun}.gone`, { id }),
    readOnly,
    creation,
  };
  return multiple ? (
    <MultiCombobox {...shared} value={value} onValueChange={onChange} />
  ) : (
    <Combobox {...shared} value={value[0] ?? null} onValueChange={(id) => onChange(id === null ? [] : [id])} />
  );
}

/** When the list cannot be had, or there is no workspace to ask: ids by hand, so that the work goes on. */
function TypedIds({ field, noun, choices, value, onChange, multiple, readOnly }: Props) {
  const t = useText("forms");
  const split = (text: string): string[] => (multiple ? text.split(",").map((id) => id.trim()) : [text.trim()]);
  return (
    <div className={css.group}>
      <TextField
        {...field}
        autoComplete="off"
        value={value.join(", ")}
        placeholder={t(multiple ? "picker.typeSeveral" : "picker.typeOne")}
        readOnly={readOnly}
        onValueChange={(text) => onChange(text === "" ? [] : split(text))}
      />
      {choices.status === "absent" ? (
        <p className={css.groupHint}>{t("picker.unconnected")}</p>
      ) : (
        <output className={css.failed}>
          {t(`picker.${noun}.failed`)}
          <Button variant="ghost" size="sm" onClick={choices.retry}>
            {t("picker.retry")}
          </Button>
        </output>
      )}
    </div>
  );
}

type ChosenProps = Omit<Props, "choices" | "noun" | "creation">;

function PipelinePicker(props: ChosenProps) {
  return <Picker {...props} noun="pipeline" choices={usePipelineChoices()} />;
}

function StagePicker(props: ChosenProps) {
  return <Picker {...props} noun="stage" choices={useStageChoices()} />;
}

function TagPicker(props: ChosenProps) {
  return <Picker {...props} noun="tag" choices={useTagChoices()} creation={useTagCreation()} />;
}

function UserPicker(props: ChosenProps) {
  return <Picker {...props} noun="user" choices={useUserChoices()} />;
}

function CustomFieldPicker(props: ChosenProps) {
  return <Picker {...props} noun="customField" choices={useFieldChoices()} />;
}

const PICKERS: Record<Noun, ComponentType<ChosenProps>> = {
  pipeline: PipelinePicker,
  stage: StagePicker,
  tag: TagPicker,
  user: UserPicker,
  customField: CustomFieldPicker,
};

/** A picker of something that the workspace has; it loads what it shows. */
export function WorkspacePicker({ noun, ...props }: ChosenProps & { noun: Noun }) {
  const OfNoun = PICKERS[noun];
  return <OfNoun {...props} />;
}
