import { Combobox as Base } from "@base-ui/react/combobox";
import type { DealListItem } from "@trilho/api-client";
import { Search } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { describeError } from "../data/failures/describe-error.ts";
import { useDealSearch } from "../data/deals.ts";
import { useOnline } from "../data/connection.ts";
import { useLocale, useText } from "../i18n/use-text.ts";
import { keepOnEscape, selectText } from "../ui/fields/combobox-frame.tsx";
import { ComboboxList } from "../ui/fields/combobox-list.tsx";
import control from "../ui/fields/control.module.css";
import { Field } from "../ui/fields/field.tsx";
import { groupOptions, type Option } from "../ui/fields/option.ts";
import { useSettled } from "../ui/use-settled.ts";
import { dealOption } from "./deal-option.ts";

interface Props {
  label: string;
  hint?: string;
  value: DealListItem | null;
  onChange: (deal: DealListItem) => void;
}

/** Finds a real deal of the workspace by its name, contact, phone or number. */
export function DealPicker({ label, hint, value, onChange }: Props) {
  const t = useText("deals");
  const locale = useLocale();
  const online = useOnline();
  const frame = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const search = useSettled(typed);
  const { data: deals, isFetching, error, isPlaceholderData } = useDealSearch(search, isOpen);
  const found = useDeferredValue(deals);
  const options = useMemo(() => (found ?? []).map((deal) => dealOption(deal, locale)), [found, locale]);
  // The same choice from one picture to the next: for another one, the field would drop what is being typed.
  const chosen = useMemo(() => value && dealOption(value, locale), [value, locale]);
  const shown = useMemo(() => groupOptions(options), [options]);
  const isLoading = isFetching && (deals === undefined || isPlaceholderData || search !== typed);
  const none = online ? (search === "" ? t("none") : t("nothing", { search })) : t("offline");
  return (
    <Field label={label} hint={hint} error={error === null ? null : describeError(error).advice}>
      <Base.Root<Option>
        items={shown}
        // The service has searched already.
        filter={null}
        isItemEqualToValue={(a, b) => a.value === b.value}
        autoHighlight
        value={chosen}
        onValueChange={(option) => {
          const deal = found?.find(({ seq }) => String(seq) === option?.value);
          if (deal) onChange(deal);
        }}
        onOpenChange={(open, { reason }) => {
          setOpen(open);
          if (open && reason !== "input-change") selectText(frame.current);
        }}
        onInputValueChange={(text, { reason }) => setTyped(reason === "input-change" ? text : "")}
      >
        <Base.InputGroup ref={frame} className={[control["control"], control["row"]].join(" ")}>
          <span className={control["adornment"]}>
            <Search size={15} aria-hidden="true" />
          </span>
          <Base.Input
            className={control["bare"]}
            placeholder={t("find")}
            maxLength={255}
            autoComplete="off"
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={keepOnEscape}
          />
        </Base.InputGroup>
        <ComboboxList loading={isLoading} none={none} />
      </Base.Root>
    </Field>
  );
}
