import { isDeepStrictEqual } from "node:util";
import { isApiError } from "@trilho/api-client";
import type { Automation, Client, PreviewRunMigrationRequest, ReplaceAutomationRequest } from "@trilho/api-client";
import type { Field, JsonObject } from "@trilho/engine";
import { liquidRules } from "@trilho/engine/liquid";
import { validateAutomation } from "@trilho/engine/trigger";
import { AUTOMATION_KEYS, definitionOf, named } from "./definition.ts";
import { driftOf } from "./drift.ts";
import type { Folder, FolderFile, Problem } from "./folder.ts";
import { problemAt } from "./folder.ts";
import type { LockEntries } from "./lock.ts";
import { matched } from "./matching.ts";
import { Names } from "./names.ts";
import { fieldsUnder } from "./references.ts";
import { resolved, slugProblems } from "./resolve.ts";
import type { Workspace } from "./service.ts";
import { shapeProblems } from "./shape.ts";
import { asStored, filledIn, variablesIn } from "./variables.ts";
import type { Env } from "./variables.ts";
import { withPlanned, workspaceProblems, workspaceSteps } from "./workspace-steps.ts";
import type { WorkspaceStep } from "./workspace-steps.ts";

/** What becomes of the automation of one file. */
export interface AutomationStep {
  readonly kind: "create" | "change" | "same";
  readonly file: FolderFile;
  readonly name: string;
  /** Null where it is created. */
  readonly stored: Automation | null;
  /** What the workspace has, and what it is to have, both by names. */
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** What somebody changed in the workspace since; null where nothing that would be lost. */
  readonly drift: string | null;
  /** Runs that go on in the version that they began with; null where nobody knows. */
  readonly waiting: number | null;
}

export interface Plan {
  readonly title: string;
  readonly problems: readonly Problem[];
  readonly workspace: readonly WorkspaceStep[];
  readonly automations: readonly AutomationStep[];
  /** Automations that no file is of. They stay. */
  readonly others: readonly Automation[];
}

export const isEmptyPlan = ({ workspace, automations }: Plan): boolean =>
  workspace.length === 0 && automations.every(({ kind }) => kind === "same");

/** Compares the files of a folder with a workspace. Changes nothing. */
export async function planOf(
  folder: Folder,
  workspace: Workspace,
  lock: LockEntries,
  client: Client,
  env: Env,
): Promise<Plan> {
  const { ofFile, unclear, others } = matched(folder.automations, workspace.automations, lock);
  const shape = folder.workspace === null ? [] : shapeProblems(folder.workspace, "workspace");
  const file = shape.length > 0 ? null : folder.workspace;
  const problems = [
    ...folder.problems,
    ...shape,
    ...(file === null ? [] : workspaceProblems(file, workspace)),
    ...unclear.map((each) =>
      problemAt(each, "/name", "several automations or files have this name: rename all but one"),
    ),
  ];
  const things = withPlanned(workspace, file);
  const around: Surroundings = {
    workspace: {
      ...workspace,
      customFields: things.customFields as Workspace["customFields"],
      names: new Names(things),
    },
    fields: fieldsUnder(workspace.customFields),
    env,
  };
  const automations: AutomationStep[] = [];
  for (const each of folder.automations) {
    if (unclear.includes(each)) continue;
    const stored = ofFile.get(each) ?? null;
    const compared = compare(each, stored, around);
    problems.push(...compared.problems);
    if (compared.problems.some(({ severity }) => severity === "error")) continue;
    automations.push(await stepOf(each, stored, compared, lock, client));
  }
  return { title: workspace.title, problems, workspace: workspaceSteps(file, workspace), automations, others };
}

interface Surroundings {
  readonly workspace: Workspace;
  readonly fields: readonly Field[];
  readonly env: Env;
}

interface Compared {
  readonly problems: Problem[];
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly body: JsonObject;
}

function compare(file: FolderFile, stored: Automation | null, { workspace, fields, env }: Surroundings): Compared {
  const { names, customFields, templates } = workspace;
  const shape = shapeProblems(file, "automation");
  if (shape.length > 0) return { problems: shape, before: {}, after: {}, body: {} };
  const definition = definitionOf(file.value);
  const { value, problems } = resolved(definition, file, names, fields);
  const before = stored === null ? {} : named(asJson(stored), names, fields).value;
  const after = asStored(named(value, names, fields).value, before, env);
  if (after["enabled"] === undefined) delete before["enabled"];
  const isSame = isDeepStrictEqual(before, after);
  const found = [
    ...problems,
    ...slugProblems(definition, file, customFields, templates),
    ...ruleProblems(file, env),
    ...(isSame ? [] : unset(file, env)),
  ];
  return { problems: found, before, after, body: value };
}

/** The engine's rules know nothing of names: any text is an id to them. */
function ruleProblems(file: FolderFile, env: Env): Problem[] {
  const { problems } = validateAutomation(filledIn(file.value, env), { extraRules: liquidRules() });
  return problems.map(({ path, message, severity }) => problemAt(file, path, message, severity));
}

const unset = (file: FolderFile, env: Env): Problem[] =>
  variablesIn(file.value)
    .filter(({ name }) => env[name] === undefined)
    .map(({ name, path }) => problemAt(file, path, `the variable ${name} is not set`));

async function stepOf(
  file: FolderFile,
  stored: Automation | null,
  { before, after, body }: Compared,
  lock: LockEntries,
  client: Client,
): Promise<AutomationStep> {
  const known = lock.get(file.path);
  const step = { file, name: String(after["name"]), stored, before, after, drift: null, waiting: null };
  if (stored === null) {
    return { ...step, kind: "create", drift: known === undefined ? null : "deleted there since" };
  }
  if (isDeepStrictEqual(before, after)) return { ...step, kind: "same" };
  const differs = { definition: !isSameDefinition(before, after), enabled: before["enabled"] !== after["enabled"] };
  const drift = await driftOf(stored, known, differs, client);
  return {
    ...step,
    kind: "change",
    drift,
    waiting: differs.definition ? await waitingIn(stored.id, body, client) : null,
  };
}

/** Whether there is nothing to publish: at most it is switched on or off. */
export const isSameDefinition = (before: JsonObject, after: JsonObject): boolean =>
  AUTOMATION_KEYS.every((key) => key === "enabled" || isDeepStrictEqual(before[key], after[key]));

async function waitingIn(
  id: string,
  { graphDefinition, respectBusinessHours = false, outboundChannelId = null }: JsonObject,
  client: Client,
): Promise<number | null> {
  const draft = { graphDefinition, respectBusinessHours, outboundChannelId };
  try {
    // Its shape was checked.
    const { groups } = await client.automations.previewMigration(id, {
      draft,
    } as unknown as PreviewRunMigrationRequest);
    return groups.reduce((sum, { runs }) => sum + runs, 0);
  } catch (error) {
    // Another service may not tell, and a graph that it refuses is told when it is applied.
    if (isApiError(error, 404) || isApiError(error, 400)) return null;
    throw error;
  }
}

/** What is sent: ids in place of names, and the values of variables. */
export function bodyOf(
  file: FolderFile,
  { names, customFields }: Workspace,
  env: Env,
): { body: ReplaceAutomationRequest; problems: Problem[] } {
  const { value, problems } = resolved(file.value, file, names, fieldsUnder(customFields));
  const isHook = value["triggerType"] === "incoming_webhook";
  // An empty object keeps the credentials of a webhook's trigger; null would take them away.
  const body = {
    ...filledIn(value, env),
    ...(isHook && { triggerConfig: filledIn(value["triggerConfig"] ?? {}, env) }),
  };
  return { body: body as unknown as ReplaceAutomationRequest, problems };
}

export const asJson = (automation: Automation): JsonObject => automation as unknown as JsonObject;
