import type { Route } from "@trilho/contract";
import type { Belongings } from "../../../apps/server/src/app/testing/full-workspace.ts";

/** Values of parameters of a path, by name: in place of those that the workspace's own things have. */
export type PathValues = Readonly<Record<string, string>>;

/** The address of a route below `/api/v1`, its parameters those of what a workspace has by default. */
export const addressOf = ({ path }: Pick<Route, "path">, belongings: Belongings, values: PathValues = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (parameter, name: string, offset: number) => {
    const value = values[name] ?? belongings[path.slice(0, offset + parameter.length)];
    if (value === undefined) throw new Error(`Nothing is known for ${parameter} of ${path}`);
    return encodeURIComponent(value);
  });
