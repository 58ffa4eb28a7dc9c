import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { FolderFile, Problem } from "./folder.ts";
import { problemAt } from "./folder.ts";
import { nearTo } from "./names.ts";
import { AUTOMATION_SHAPE, WORKSPACE_SHAPE } from "./schema.ts";

const SHAPES = { automation: AUTOMATION_SHAPE, workspace: WORKSPACE_SHAPE };
const compiled = new Map<keyof typeof SHAPES, ValidateFunction>();

function validator(name: keyof typeof SHAPES): ValidateFunction {
  const known =
    compiled.get(name) ?? new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(SHAPES[name]);
  compiled.set(name, known);
  return known;
}

/** Keys that a file may not have, those that it lacks, and values of another kind. */
export function shapeProblems(file: FolderFile, name: keyof typeof SHAPES): Problem[] {
  const validate = validator(name);
  if (validate(file.value)) return [];
  return (validate.errors ?? []).map((error) => problemOf(file, error));
}

function problemOf(
  file: FolderFile,
  { keyword, params, instancePath, parentSchema, message = "" }: ErrorObject,
): Problem {
  const key = instancePath.split("/").at(-1) ?? "";
  const about = key === "" ? "" : `“${key}” `;
  if (keyword === "additionalProperties") {
    const unknown = String(params["additionalProperty"]);
    const properties = parentSchema?.["properties"] as object | undefined;
    const near = nearTo(unknown, Object.keys(properties ?? {}));
    const meant = near === null ? "" : `: did you mean “${near}”?`;
    return problemAt(file, `${instancePath}/${unknown}`, `“${unknown}” is no key here${meant}`);
  }
  if (keyword === "required") {
    const missing = String(params["missingProperty"]);
    return problemAt(file, instancePath, `“${missing}” is missing`);
  }
  const allowed = params["allowedValues"] as unknown[] | undefined;
  const told = allowed ? `must be one of ${allowed.join(", ")}` : message;
  return problemAt(file, instancePath, `${about}${told}`);
}
