import { TRIGGER_TYPES, triggerTypeInfo, type KnownTriggerType } from "@trilho/engine";
import { useState } from "react";
import { LazyTriggerFields } from "../../../features/forms/trigger/lazy-trigger-fields.tsx";
import { WindowFields } from "../../../features/forms/trigger/window-fields.tsx";
import { catalogText } from "../../../i18n/catalog.ts";
import { usePipelines, useStages } from "../../../data/reference.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Combobox } from "../../../ui/fields/combobox.tsx";
import type { Option } from "../../../ui/fields/option.ts";
import { Select } from "../../../ui/fields/select.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextField, type TextFieldProps } from "../../../ui/fields/text-field.tsx";
import { triggerText } from "../../../describe/trigger.ts";
import { withProposal } from "../../../document/draft/proposed-entry.ts";
import type { Draft, Scope, Settings, TriggerSettings } from "../../../document/draft/draft.ts";
import styles from "./settings-form.module.css";
import {
  settingsMessages,
  settingsProblems,
  type SettingsProblems,
} from "../../../document/draft/settings-problems.ts";

const SCOPES: readonly Scope[] = ["global", "pipeline", "stage"];
/** The stage that these are about is the one that the automation applies to. */
const STAGE_TRIGGERS: ReadonlySet<string> = new Set(["stage_entered", "stage_left"]);

interface SettingsFormProps {
  draft: Draft;
  onChange: (change: Partial<Settings>) => void;
  /** Its name as it is being written. */
  name: Pick<TextFieldProps, "ref" | "value" | "onValueChange" | "error">;
  /** Problems of empty fields are shown only once the person tried to publish. */
  strict: boolean;
  isNew: boolean;
  /** There is no step whose settings say what starts it. */
  asksForTrigger: boolean;
}

/** What an automation is called and when it may write; what starts it is set at the step that stands for that. */
export function SettingsForm({ draft, onChange, name, strict, isNew, asksForTrigger }: SettingsFormProps) {
  const t = useText("automation");
  const { settings } = draft;
  const { name: ofName, ...problems } = strict ? settingsProblems(draft) : {};
  const reasons = [...(ofName ? [t(ofName)] : []), ...settingsMessages(problems, settings, t)];
  return (
    <div className={styles["form"]}>
      {/* What is wrong may be elsewhere. */}
      {reasons.length > 0 && (
        <p role="alert" className={styles["refusal"]}>
          {t("form.notPublished", { reasons: reasons.join("; ") })}
        </p>
      )}
      <TextField label={t("form.name")} {...(ofName && { error: t(ofName) })} {...name} />
      <Switch
        label={t("form.businessHours")}
        hint={t("form.businessHoursHint")}
        checked={settings.respectBusinessHours}
        onCheckedChange={(respectBusinessHours) => onChange({ respectBusinessHours })}
      />
      {asksForTrigger && <TriggerForm settings={settings} onChange={onChange} problems={problems} isNew={isNew} />}
    </div>
  );
}

interface TriggerFormProps {
  settings: TriggerSettings;
  onChange: (change: Partial<TriggerSettings>) => void;
  problems?: SettingsProblems;
  /** Of an automation that is not stored yet: a safe entry rule comes with the choice of its trigger. */
  isNew?: boolean;
}

/** When an automation starts and for which deals. */
export function TriggerForm({ settings, onChange, problems = {}, isNew = false }: TriggerFormProps) {
  const t = useText("automation");
  const asksForStage = STAGE_TRIGGERS.has(settings.triggerType);
  const [openedWith] = useState(settings.scope);
  const errorOf = (field: string): string | undefined => {
    const problem = problems[field];
    return problem && t(problem, { field: t("form.thisField") });
  };
  /** Whoever has just chosen a scope is about to choose what belongs to it. */
  const errorOfPlace = (field: "pipelineId" | "stageId") =>
    settings.scope !== openedWith && settings[field] === null ? undefined : errorOf(field);
  return (
    <div className={styles["form"]}>
      <Select
        label={t("form.trigger")}
        options={useTriggerOptions(settings.triggerType)}
        value={settings.triggerType}
        onValueChange={(triggerType) => onChange(isNew ? withProposal(settings, triggerType) : { triggerType })}
        hint={hintOf(settings.triggerType)}
        error={errorOf("triggerType")}
      />
      <Select
        label={t(asksForStage ? "form.whichStage" : "form.scope")}
        options={SCOPES.map((value) => ({ value, label: t(`form.${asksForStage ? "stages" : "scopes"}.${value}`) }))}
        value={settings.scope}
        onValueChange={(scope) => onChange({ scope })}
        error={errorOf("scope")}
      />
      {(settings.scope === "pipeline" || settings.scope === "stage") && (
        <PipelinePicker settings={settings} onChange={onChange} error={errorOfPlace("pipelineId")} />
      )}
      {settings.scope === "stage" && (
        <StagePicker settings={settings} onChange={onChange} error={errorOfPlace("stageId")} />
      )}
      {triggerTypeInfo(settings.triggerType) === null ? null : (
        <LazyTriggerFields
          triggerType={settings.triggerType as KnownTriggerType}
          config={settings.triggerConfig ?? null}
          onChange={(triggerConfig) => onChange({ triggerConfig })}
          errorOf={(key) => errorOf(`triggerConfig.${key}`)}
        />
      )}
      <WindowFields
        value={settings.triggerWindow ?? null}
        onChange={(triggerWindow) => onChange({ triggerWindow })}
        error={errorOf("triggerWindow")}
      />
    </div>
  );
}

/** What a trigger waits for, in a sentence; nothing for a type that the catalogue does not know. */
function hintOf(triggerType: string): string | undefined {
  const known = triggerTypeInfo(triggerType);
  return known ? catalogText(known.description) : undefined;
}

/** The catalogue, and the automation's own type where the catalogue does not know it. */
function useTriggerOptions(current: string): Option[] {
  const t = useText("automation");
  const known = Object.entries(TRIGGER_TYPES).map(([value, { label, description, group }]) => ({
    value,
    label: catalogText(label),
    description: catalogText(description),
    group: t(`form.groups.${group}`),
  }));
  // Groups are shown in the order in which they first come, each once.
  const order = [...new Set(known.map(({ group }) => group))];
  const sorted = known.toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
  if (triggerTypeInfo(current) !== null) return sorted;
  return [...sorted, { value: current, label: triggerText(current), group: t("form.groups.other") }];
}

interface PickerProps {
  settings: TriggerSettings;
  onChange: (change: Partial<TriggerSettings>) => void;
  error: string | undefined;
}

function PipelinePicker({ settings, onChange, error }: PickerProps) {
  const t = useText("automation");
  const { data = [], isPending, isError } = usePipelines();
  const options = data
    .filter(({ id, isArchived }) => !isArchived || id === settings.pipelineId)
    .map(({ id, name, isArchived }) => ({
      value: id,
      label: name,
      ...(isArchived && { description: t("form.archived") }),
    }));
  return (
    <Combobox
      label={t("form.pipeline")}
      options={options}
      loading={isPending}
      clearable={false}
      value={settings.pipelineId}
      onValueChange={(pipelineId) => onChange(pipelineId === settings.pipelineId ? {} : { pipelineId, stageId: null })}
      unknownLabel={isError ? undefined : () => t("form.pipelineUnknown")}
      error={isError ? t("form.referenceFailed") : error}
    />
  );
}

function StagePicker({ settings, onChange, error }: PickerProps) {
  const t = useText("automation");
  const { data = [], isPending, isError } = useStages(settings.pipelineId);
  return (
    <Combobox
      label={t("form.stage")}
      options={data.map(({ id, name, color }) => ({ value: id, label: name, color }))}
      loading={isPending}
      clearable={false}
      disabled={settings.pipelineId === null}
      value={settings.stageId}
      onValueChange={(stageId) => onChange({ stageId })}
      unknownLabel={isError ? undefined : () => t("form.stageUnknown")}
      error={isError ? t("form.referenceFailed") : error}
    />
  );
}
