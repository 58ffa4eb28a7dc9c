import type { Diagnostic } from "@trilho/engine";
import { CircleAlert } from "lucide-react";
import { useStore } from "zustand";
import { isDrawable } from "../../document/document.ts";
import { problemsOf } from "../../document/problems.ts";
import { surroundings } from "../../document/surroundings.ts";
import { useText } from "../../i18n/use-text.ts";
import styles from "./builder.module.css";

/** How many problems there are; leads to the first. */
export function ProblemCount({
  definition,
  onProblem,
}: {
  definition: unknown;
  onProblem: (problem: Diagnostic) => void;
}) {
  const t = useText("automation");
  useStore(surroundings);
  // Before anybody has begun there is nothing to find fault with.
  if (!isDrawable(definition) || definition.nodes.length === 0) return null;
  const { all, errors } = problemsOf(definition);
  const [first] = errors > 0 ? all.filter(({ severity }) => severity === "error") : all;
  if (first === undefined) return null;
  return (
    <button
      type="button"
      className={[styles["problems"], errors > 0 ? styles["errors"] : styles["warnings"]].join(" ")}
      onClick={() => onProblem(first)}
      aria-label={t("problems", { count: all.length })}
      title={t("problems", { count: all.length })}
    >
      <CircleAlert aria-hidden="true" />
      {all.length}
    </button>
  );
}
