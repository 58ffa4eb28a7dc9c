import { isObject } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine";
import type { MessageTemplate } from "@trilho/api-client";
import {
  DEFAULT_TEMPLATE_LANGUAGE,
  gapsIn,
  PARAMETER_PLACES,
  parametersOf,
  readTemplate,
} from "@trilho/engine/whatsapp";
import type { ParameterPlace, TemplateParts } from "@trilho/engine/whatsapp";
import { MousePointerClick } from "lucide-react";
import { useMemo } from "react";
import { useClientIfAny } from "../../../data/client-provider.tsx";
import { useMessageTemplates } from "../../../data/reference.ts";
import { Problems } from "../../../inputs/form-field.tsx";
import css from "../../../inputs/forms.module.css";
import { asText } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { Combobox } from "../../../ui/fields/combobox.tsx";
import { useNodeForm } from "../context.ts";
import { pointerTo, problemsAt } from "../problems.ts";
import { LiquidInput } from "./liquid-input.tsx";
import { TemplateByHand } from "./template-by-hand.tsx";
import { TemplatePreview } from "./template-preview.tsx";
import { TemplateStatus, useStatusText } from "./template-status.tsx";
import { TemplateSync } from "./template-sync.tsx";
import { buttonsOf, valuesFor, withValue } from "./template-values.ts";

/** A template with its language and values: chosen from the workspace's list, or by hand where there is none. */
export function TemplateWidget(props: WidgetProps) {
  const { data, isError, error, refetch } = useMessageTemplates();
  const isConnected = useClientIfAny() !== null;
  // What Liquid names is in no list.
  const isFilledIn = asText(props.value).includes("{");
  if (isFilledIn || !isConnected || (isError && data === undefined)) {
    return <TemplateByHand {...props} error={isError ? error : null} retry={() => void refetch()} />;
  }
  return <TemplatePicker {...props} templates={data} />;
}

const keyOf = (name: string, language: string): string => `${name} ${language}`;

function TemplatePicker({
  field,
  value,
  readOnly,
  templates,
}: WidgetProps & { templates: MessageTemplate[] | undefined }) {
  const t = useText("whatsapp");
  const { node, setConfig } = useNodeForm();
  const config: JsonObject = isObject(node.config) ? node.config : {};
  const offered = useOffered(templates, asText(config["channelId"]));
  const language = asText(config["templateLanguageCode"]) || DEFAULT_TEMPLATE_LANGUAGE;
  const name = asText(value);
  const chosen = offered.find((each) => each.name === name && each.language === language);
  const parts = useMemo(() => (chosen === undefined ? null : readTemplate(chosen.components)), [chosen]);
  const options = useOptions(offered);
  const choose = (key: string | null): void => {
    const next = offered.find((each) => keyOf(each.name, each.language) === key);
    const patch = {
      templateName: next?.name,
      templateLanguageCode: next?.language,
      templateParameters: next && valuesFor(readTemplate(next.components), config["templateParameters"]),
    };
    setConfig(patch, "templateName");
  };
  return (
    <div className={css.group}>
      <Combobox
        {...field}
        options={options}
        loading={templates === undefined}
        placeholder={t("choose")}
        unknownLabel={() => t("gone", { name, language })}
        value={name === "" ? null : keyOf(name, language)}
        onValueChange={choose}
        readOnly={readOnly}
      />
      <TemplateProblems name="templateLanguageCode" />
      {chosen === undefined ? null : <TemplateStatus template={chosen} />}
      {parts === null ? null : <TemplateValues parts={parts} config={config} readOnly={readOnly} />}
      {readOnly ? null : <TemplateSync isEmpty={templates?.length === 0} />}
    </div>
  );
}

/** One of each name and language: of the channel that sends, where it is chosen and has any. */
function useOffered(templates: MessageTemplate[] | undefined, channelId: string): MessageTemplate[] {
  return useMemo(() => {
    const all = templates ?? [];
    const own = all.filter((each) => each.channelId === channelId);
    const offered = new Map<string, MessageTemplate>();
    for (const each of own.length > 0 ? own : all) {
      const key = keyOf(each.name, each.language);
      if (offered.get(key)?.status !== "approved") offered.set(key, each);
    }
    return [...offered.values()];
  }, [templates, channelId]);
}

function useOptions(offered: readonly MessageTemplate[]) {
  const statusText = useStatusText();
  return useMemo(
    () =>
      offered.map((each) => ({
        value: keyOf(each.name, each.language),
        label: `${each.name} (${each.language})`,
        description: `${statusText(each.status)}: ${readTemplate(each.components).body.text}`,
      })),
    [offered, statusText],
  );
}

interface ValuesProps {
  parts: TemplateParts;
  config: JsonObject;
  readOnly: boolean;
}

/** A field for each gap, and what the contact gets. */
function TemplateValues({ parts, config, readOnly }: ValuesProps) {
  const t = useText("whatsapp");
  const { setConfig } = useNodeForm();
  const given = config["templateParameters"];
  const values = parametersOf(given);
  const raw = (place: ParameterPlace, name: string): string => {
    const places = isObject(given) ? given[place] : undefined;
    return isObject(places) ? asText(places[name]) : "";
  };
  const called = (place: ParameterPlace, name: string): string =>
    place === "buttons" ? (parts.buttons[Number(name)]?.text ?? name) : name;
  const replies = buttonsOf(parts);
  const hasButtons = Array.isArray(config["buttons"]) && config["buttons"].length > 0;
  return (
    <>
      {PARAMETER_PLACES.flatMap((place) =>
        gapsIn(parts, place).map(({ name, example }) => (
          <LiquidInput
            key={`${place} ${name}`}
            field={{ label: t(`values.${place}`, { name: called(place, name) }) }}
            value={raw(place, name)}
            placeholder={example === null ? undefined : t("example", { example })}
            onChange={(text) =>
              setConfig(
                { templateParameters: withValue(given, place, name, text) },
                `templateParameters ${place} ${name}`,
              )
            }
            readOnly={readOnly}
          />
        )),
      )}
      <TemplateProblems name="templateParameters" />
      <TemplatePreview parts={parts} values={values} />
      {readOnly || hasButtons || replies.length === 0 ? null : (
        <Button
          variant="ghost"
          size="sm"
          icon={<MousePointerClick />}
          className={css.add}
          onClick={() => setConfig({ buttons: replies }, "buttons")}
        >
          {t("useButtons")}
        </Button>
      )}
    </>
  );
}

/** What is wrong with a key that has no control of its own. */
export function TemplateProblems({ name }: { name: string }) {
  const { node, definition, problems } = useNodeForm();
  return <Problems problems={problemsAt(problems, pointerTo(definition, node, "config", name), true)} />;
}
