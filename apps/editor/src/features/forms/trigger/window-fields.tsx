import type { JsonObject, JsonValue } from "@trilho/engine";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { patched } from "../parts.ts";
import css from "./trigger.module.css";
import { Weekdays } from "./weekdays.tsx";
import { daysOf, isNight, isSoundSpan, spansOf, WEEKDAYS, type Span } from "../../../document/draft/window.ts";
import { ZoneField } from "./zone-widget.tsx";

const OFFICE: Span = { weekdays: [1, 2, 3, 4, 5], from: "09:00", to: "18:00" };

interface WindowFieldsProps {
  /** The automation's `triggerWindow`. */
  value: JsonObject | null;
  onChange: (value: JsonObject | null) => void;
  /** What keeps it from being published. */
  error: string | undefined;
}

/** When a trigger may start runs: hours of the week. Keys that it does not know stay. */
export function WindowFields({ value, onChange, error }: WindowFieldsProps) {
  const t = useText("forms");
  const isOpen = value !== null && Object.keys(value).length > 0;
  const isKnown = value !== null && spansOf(value["days"]) !== null;
  return (
    <fieldset className={css.window}>
      <Switch
        label={t("window.on")}
        hint={t("window.hint")}
        checked={isOpen}
        onCheckedChange={(on) => onChange(on ? { days: daysOf([OFFICE]) } : null)}
      />
      {error === undefined ? null : (
        <p className={css.error} role="alert">
          {error}
        </p>
      )}
      {isOpen && isKnown ? <Times value={value} onChange={onChange} /> : null}
      {isOpen && !isKnown ? (
        <>
          <p className={css.words}>{t("window.foreign")}</p>
          <pre className={css.foreign}>{JSON.stringify(value, null, 2)}</pre>
        </>
      ) : null}
    </fieldset>
  );
}

function Times({ value, onChange }: { value: JsonObject; onChange: (value: JsonObject) => void }) {
  const t = useText("forms");
  const [rows, setRows] = useRows(value["days"]);
  const change = (spans: readonly Span[]) => onChange(patched(value, { days: setRows(spans) }));
  const zone = value["timeZone"];
  return (
    <>
      {rows.map((span, index) => (
        <Row
          // A row is its place: what it holds is being typed.
          key={index}
          title={t("window.row", { row: index + 1 })}
          span={span}
          onChange={(next) => change(rows.with(index, next))}
          onRemove={rows.length > 1 ? () => change(rows.toSpliced(index, 1)) : null}
        />
      ))}
      {rows.length === 0 ? <p className={css.error}>{t("window.empty")}</p> : null}
      <Button className={css.add} size="sm" icon={<Plus />} onClick={() => change([...rows, freshRow(rows)])}>
        {t("window.add")}
      </Button>
      <ZoneField
        field={{ label: t("window.zone"), hint: t("window.zoneHint") }}
        value={typeof zone === "string" ? zone : null}
        onChange={(timeZone) => onChange(patched(value, { timeZone: timeZone ?? undefined }))}
      />
    </>
  );
}

/** The rows as they are being typed, also those without a day; read anew when the days change from outside. */
function useRows(days: JsonValue | undefined) {
  const [kept, setKept] = useState(() => ({ days, rows: spansOf(days) ?? [] }));
  const now = kept.days === days ? kept : { days, rows: spansOf(days) ?? [] };
  if (now !== kept) setKept(now);
  const setRows = (rows: readonly Span[]): JsonValue => {
    const written = daysOf(rows);
    setKept({ days: written, rows: [...rows] });
    return written;
  };
  return [now.rows, setRows] as const;
}

/** Days that have no hours yet, else another time of all of them. */
function freshRow(rows: readonly Span[]): Span {
  const free = WEEKDAYS.filter((weekday) => !rows.some(({ weekdays }) => weekdays.includes(weekday)));
  return { ...OFFICE, weekdays: free };
}

interface RowProps {
  title: string;
  span: Span;
  onChange: (span: Span) => void;
  /** Null for the only row. */
  onRemove: (() => void) | null;
}

function Row({ title, span, onChange, onRemove }: RowProps) {
  const t = useText("forms");
  const isNothing = span.from !== "" && span.to !== "" && !isSoundSpan(span);
  return (
    <fieldset className={css.row}>
      <legend className="visually-hidden">{title}</legend>
      <Weekdays value={span.weekdays} onChange={(weekdays) => onChange({ ...span, weekdays })} />
      {span.weekdays.length === 0 ? <p className={css.error}>{t("window.noDay")}</p> : null}
      <div className={css.hours}>
        <TextField
          type="time"
          label={t("window.from")}
          value={span.from}
          error={span.from === "" ? t("window.missing") : null}
          onValueChange={(from) => onChange({ ...span, from })}
        />
        <TextField
          type="time"
          label={t("window.to")}
          // A clock knows no 24:00.
          value={span.to === "24:00" ? "00:00" : span.to}
          error={span.to === "" ? t("window.missing") : isNothing ? t("window.same") : null}
          onValueChange={(to) => onChange({ ...span, to: to === "00:00" ? "24:00" : to })}
        />
        {onRemove === null ? null : <IconButton label={t("window.remove")} icon={<Trash2 />} onClick={onRemove} />}
        {isNight(span) ? <p className={css.night}>{t("window.night")}</p> : null}
      </div>
    </fieldset>
  );
}
