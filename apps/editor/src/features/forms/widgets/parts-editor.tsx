import type { PartHandle } from "@trilho/engine";
import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useRef } from "react";
import { useText } from "../../../i18n/use-text.ts";
import { Button } from "../../../ui/button.tsx";
import type { FieldProps } from "../../../ui/fields/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { useNodeForm } from "../context.ts";
import { FieldGroup, Problems } from "../../../inputs/form-field.tsx";
import css from "../../../inputs/forms.module.css";
import type { Part } from "../parts.ts";
import { addPart, changePart, movePart, removePart, textOf } from "../parts.ts";
import { pointerTo, problemsAt } from "../problems.ts";

interface Props {
  field: FieldProps;
  kind: PartHandle;
  /** Where the list stands in the node, for its problems: `["config", "buttons"]`. */
  place: readonly string[];
  parts: readonly Part[];
  onChange: (parts: readonly Part[]) => void;
  readOnly: boolean;
  /** Keys of a new part besides its id. */
  fresh: (number: number) => Part;
  /** Beside a part's label. */
  renderBeside?: (part: Part, at: number, change: (patch: Part) => void) => ReactNode;
  /** Below a part's label. */
  renderBelow?: (part: Part, at: number, change: (patch: Part) => void) => ReactNode;
}

/** A list of branches, exits or buttons: name, add, reorder, delete. Ids are made and never shown. */
export function PartsEditor({
  field,
  kind,
  place,
  parts,
  onChange,
  readOnly,
  fresh,
  renderBeside,
  renderBelow,
}: Props) {
  const t = useText("forms");
  const { node, definition, problems } = useNodeForm();
  const list = useRef<HTMLOListElement>(null);
  const add = (): void => {
    onChange(addPart(parts, kind, fresh(parts.length + 1)));
    // The new part's name is what a person wants to type next.
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>("li:last-of-type input")?.select());
  };
  const named = (part: Part, at: number): string =>
    textOf(part, "label") || t(`parts.${kind}.unnamed`, { number: at + 1 });
  return (
    <FieldGroup field={field}>
      {parts.length > 0 ? (
        <ol ref={list} className={css.parts}>
          {parts.map((part, at) => {
            const change = (patch: Part): void => onChange(changePart(parts, at, patch));
            const pointer = pointerTo(definition, node, ...place, at);
            const found = problemsAt(problems, pointer, true);
            // What is wrong with its exit or its rules is no fault of its name.
            const ofName = problemsAt(found, `${pointer}/label`);
            return (
              <li key={keyOf(parts, at)} className={css.part}>
                <div className={css.partRow}>
                  <TextField
                    className={css.grow}
                    label={t(`parts.${kind}.name`, { number: at + 1 })}
                    hideLabel
                    aria-invalid={ofName.some(({ severity }) => severity === "error") || undefined}
                    autoComplete="off"
                    value={textOf(part, "label")}
                    placeholder={t(`parts.${kind}.unnamed`, { number: at + 1 })}
                    readOnly={readOnly}
                    onValueChange={(label) => change({ label })}
                  />
                  {renderBeside?.(part, at, change)}
                  {readOnly ? null : (
                    <PartActions
                      name={named(part, at)}
                      isFirst={at === 0}
                      isLast={at === parts.length - 1}
                      onMove={(by) => onChange(movePart(parts, at, at + by))}
                      onRemove={() => onChange(removePart(parts, at))}
                    />
                  )}
                </div>
                {renderBelow?.(part, at, change)}
                <Problems problems={found} />
              </li>
            );
          })}
        </ol>
      ) : (
        <p className={css.nothing}>{t(`parts.${kind}.empty`)}</p>
      )}
      {readOnly ? null : (
        <Button variant="ghost" size="sm" icon={<Plus />} onClick={add} className={css.add}>
          {t(`parts.${kind}.add`)}
        </Button>
      )}
    </FieldGroup>
  );
}

/** The part's id, or its place where it has none of its own: drafts may repeat ids. */
function keyOf(parts: readonly Part[], at: number): string {
  const id = textOf(parts[at] ?? {}, "id");
  return id !== "" && parts.findIndex((part) => textOf(part, "id") === id) === at ? id : `#${at}`;
}

interface ActionProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function PartActions({ name, isFirst, isLast, onMove, onRemove }: ActionProps) {
  const t = useText("forms");
  return (
    <div className={css.partActions}>
      <IconButton
        size="sm"
        label={t("parts.up", { name })}
        icon={<ArrowUp />}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <IconButton
        size="sm"
        label={t("parts.down", { name })}
        icon={<ArrowDown />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
      <IconButton size="sm" label={t("parts.remove", { name })} icon={<Trash2 />} onClick={onRemove} />
    </div>
  );
}
