import { useMemo } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { Combobox } from "../../../ui/fields/combobox.tsx";
import type { FieldProps } from "../../../ui/fields/field.tsx";
import { asText } from "../../../inputs/widget.ts";
import type { WidgetProps } from "../../../inputs/widget.ts";

interface ZoneFieldProps {
  field: FieldProps;
  value: string | null;
  onChange: (zone: string | null) => void;
}

/** A time zone by its name; none is the workspace's. */
export function ZoneField({ field, value, onChange }: ZoneFieldProps) {
  const t = useText("forms");
  const zones = useMemo(() => Intl.supportedValuesOf("timeZone").map((zone) => ({ value: zone, label: zone })), []);
  return (
    <Combobox
      {...field}
      placeholder={t("window.zoneOwn")}
      options={zones}
      value={value}
      unknownLabel={(id) => id}
      onValueChange={onChange}
    />
  );
}

export const ZoneWidget = ({ field, value, onChange }: WidgetProps) => (
  <ZoneField field={field} value={asText(value) || null} onChange={(zone) => onChange(zone ?? undefined)} />
);
