import { TRIGGER_SCHEMAS, type JsonObject, type JsonValue, type KnownTriggerType } from "@trilho/engine";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useServiceUrl } from "../../../data/client-provider.tsx";
import { copyText } from "../../../browser/files.ts";
import { catalogText } from "../../../i18n/catalog.ts";
import { text, useText } from "../../../i18n/use-text.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { toast } from "../../../ui/dialogs/toast.ts";
import { fieldProps } from "../../../inputs/form-field.tsx";
import { patched } from "../parts.ts";
import { widgetOf } from "../widgets/widgets.ts";
import css from "./trigger.module.css";

interface Props {
  triggerType: KnownTriggerType;
  config: JsonObject | null;
  onChange: (config: JsonObject | null) => void;
  /** What keeps a setting from being published, by its key. */
  errorOf?: (key: string) => string | undefined;
}

/** The settings of one trigger, made from its schema. Keys that it does not know stay. */
export function TriggerFields({ triggerType, config, onChange, errorOf }: Props) {
  const values = config ?? {};
  const set = (key: string, value: JsonValue | undefined): void => {
    const next = patched(values, { [key]: value });
    onChange(Object.keys(next).length === 0 ? null : next);
  };
  return (
    <div className={css.fields}>
      {triggerType === "incoming_webhook" ? <Address token={values["hookToken"]} /> : null}
      {Object.entries(TRIGGER_SCHEMAS[triggerType].properties).map(([key, schema]) => {
        const Widget = isShown(triggerType, key, values) ? widgetOf(triggerType, key, schema) : null;
        const { title, description } = schema;
        const hint = description === undefined ? undefined : catalogText(description);
        return Widget === null ? null : (
          <Widget
            key={`${triggerType}/${key}`}
            field={{ ...fieldProps(catalogText(title), hint, false, []), error: errorOf?.(key) ?? null }}
            name={key}
            schema={schema}
            value={values[key]}
            onChange={(value) => set(key, value)}
            readOnly={false}
          />
        );
      })}
    </div>
  );
}

/** Already given by the automation's own stage, which a second one could only contradict. */
const ASKED_BEFORE: Readonly<Partial<Record<KnownTriggerType, string>>> = {
  stage_entered: "stageId",
  stage_left: "stageId",
};

/** Credentials of the kind that is asked for. */
const OF_KIND: Readonly<Record<string, string>> = {
  headerName: "header",
  headerValue: "header",
  username: "basic",
  password: "basic",
};

/** What is set is always shown. */
const isShown = (triggerType: KnownTriggerType, key: string, values: JsonObject): boolean => {
  if (values[key] !== undefined) return true;
  if (ASKED_BEFORE[triggerType] === key) return false;
  const kind = Object.hasOwn(OF_KIND, key) ? OF_KIND[key] : undefined;
  return kind === undefined || values["auth"] === kind;
};

/** Where other systems call the automation. */
function Address({ token }: { token: JsonValue | undefined }) {
  const t = useText("forms");
  const service = useServiceUrl();
  const [copied, setCopied] = useState(false);
  const address = typeof token === "string" && service !== null ? `${service}/hooks/automations/${token}` : "";
  async function copy() {
    const done = await copyText(address);
    setCopied(done);
    if (!done) toast.error(text("common", "copyFailed"));
  }
  return (
    <TextField
      label={t("trigger.address")}
      hint={t(address === "" ? "trigger.addressLater" : "trigger.addressUse")}
      value={address}
      onValueChange={() => undefined}
      readOnly
      mono
      suffix={
        address === "" ? undefined : (
          <IconButton
            size="sm"
            label={t("trigger.copy")}
            icon={copied ? <Check /> : <Copy />}
            onClick={() => void copy()}
          />
        )
      }
    />
  );
}
