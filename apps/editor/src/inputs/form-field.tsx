import type { Diagnostic } from "@trilho/engine";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useId } from "react";
import { problemText } from "../i18n/engine-text.ts";
import type { FieldProps } from "../ui/fields/field.tsx";
import css from "./forms.module.css";

/** What a field says around its control: label, help and warnings below, and errors. */
export function fieldProps(
  label: string,
  description: string | undefined,
  required: boolean,
  problems: readonly Diagnostic[],
): FieldProps {
  const errors = problems.filter(({ severity }) => severity === "error").map(problemText);
  const warnings = problems.filter(({ severity }) => severity === "warning");
  const hint =
    warnings.length > 0 ? (
      <>
        {description}
        <Problems problems={warnings} />
      </>
    ) : (
      description
    );
  return {
    label,
    required,
    ...(hint !== undefined && { hint }),
    error: errors.length > 0 ? errors.join(" ") : null,
  };
}

/** Several controls under one label: the same look as a field, announced as a group. */
export function FieldGroup({ field, children }: { field: FieldProps; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint`} className={css.fieldset}>
      <legend className={field.hideLabel === true ? "visually-hidden" : css.groupLabel}>
        {field.label}
        {field.required === true ? (
          <span className={css.required} aria-hidden="true">
            {" *"}
          </span>
        ) : null}
      </legend>
      <div className={css.group}>{children}</div>
      <div id={`${id}-hint`} className={css.groupHint}>
        {field.hint}
        {field.error ? <div className={css.error}>{field.error}</div> : null}
      </div>
    </fieldset>
  );
}

/** Problems in words below the place they are about. */
export function Problems({ problems }: { problems: readonly Diagnostic[] }) {
  if (problems.length === 0) return null;
  return (
    <span className={css.problems}>
      {problems.map((problem) => {
        const { code, path, message, severity } = problem;
        const Icon = severity === "error" ? CircleAlert : TriangleAlert;
        return (
          <span key={`${code} ${path} ${message}`} className={css[severity]}>
            <Icon size={13} aria-hidden="true" />
            {problemText(problem)}
          </span>
        );
      })}
    </span>
  );
}
