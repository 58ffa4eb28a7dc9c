import type { Route } from "@trilho/contract";
import type { Belongings } from "../../../apps/server/src/http/testing/full-workspace.ts";

/** The address of a route below `/api/v1`, its parameters those of what a workspace has. */
export const addressOf = ({ path }: Pick<Route, "path">, belongings: Belongings): string =>
  path.replaceAll(/\{\w+\}/g, (parameter, offset: number) => {
    const value = belongings[path.slice(0, offset + parameter.length)];
    if (value === undefined) throw new Error(`Nothing is known for ${parameter} of ${path}`);
    return encodeURIComponent(value);
  });
