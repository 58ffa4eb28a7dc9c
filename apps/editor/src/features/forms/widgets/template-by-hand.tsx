import { ACTIONS, isObject } from "@trilho/engine";

import { catalogText } from "../../../i18n/catalog.ts";
import { useClientIfAny } from "../../../data/client-provider.tsx";
import { failureOf } from "../../../data/failures/failure.ts";
import { useText } from "../../../i18n/use-text.ts";
import css from "../../../inputs/forms.module.css";
import { asText, orNothing } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useNodeForm } from "../context.ts";
import { JsonWidget } from "./json-widget.tsx";

const { templateLanguageCode: LANGUAGE, templateParameters: VALUES } = ACTIONS.send_whatsapp.configSchema.properties;

interface Props extends WidgetProps {
  /** Why there is no list; null where nobody asked for one. */
  error: unknown;
  retry: () => void;
}

/** A template by its name, language and values, where there is no list of them: the work goes on. */
export function TemplateByHand({ field, value, readOnly, onChange, error, retry }: Props) {
  const t = useText("whatsapp");
  const { node, setConfig } = useNodeForm();
  const isConnected = useClientIfAny() !== null;
  const config = isObject(node.config) ? node.config : {};
  const name = asText(value);
  return (
    <div className={css.group}>
      <TextField
        {...field}
        autoComplete="off"
        value={name}
        readOnly={readOnly}
        onValueChange={(text) => onChange(orNothing(text))}
      />
      <Why error={error} isConnected={isConnected} retry={retry} />
      {name === "" || VALUES === undefined || LANGUAGE === undefined ? null : (
        <>
          <TextField
            label={t("language")}
            placeholder={asText(LANGUAGE.examples?.[0])}
            autoComplete="off"
            value={asText(config["templateLanguageCode"])}
            readOnly={readOnly}
            onValueChange={(text) => setConfig({ templateLanguageCode: orNothing(text) }, "templateLanguageCode")}
          />
          <JsonWidget
            field={{ label: catalogText(VALUES.title), hint: t("valuesByHand") }}
            name="templateParameters"
            schema={VALUES}
            value={config["templateParameters"]}
            onChange={(next) => setConfig({ templateParameters: next }, "templateParameters")}
            readOnly={readOnly}
          />
        </>
      )}
    </div>
  );
}

function Why({ error, isConnected, retry }: Pick<Props, "error" | "retry"> & { isConnected: boolean }) {
  const t = useText("whatsapp");
  if (!isConnected) return <p className={css.groupHint}>{t("unconnected")}</p>;
  if (error === null) return null;
  // A service that only speaks the contract knows no such address.
  if (failureOf(error).kind === "notFound") return <p className={css.groupHint}>{t("byHand")}</p>;
  return (
    <output className={css.failed}>
      {t("failed")}
      <Button variant="ghost" size="sm" onClick={retry}>
        {t("retry")}
      </Button>
    </output>
  );
}
