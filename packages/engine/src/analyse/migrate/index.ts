export { migrationBetween, planMigration } from "./plan-migration.ts";
export type { Migration, MigrationPlan, RunVersion } from "./plan-migration.ts";
export type { FutureChange } from "./differences.ts";
export type { FieldChange } from "../diff/changes.ts";
export type { NoPlaceCode } from "../../failures/tables/migrations.ts";
