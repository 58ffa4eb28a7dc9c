import type { RunListFilter } from "../../data/runs.ts";
import { STATUS_ORDER } from "./status-tone.ts";

/** Which runs of an automation an address asks for; what it says wrongly does not count. */
export function listFilterIn(search: string): RunListFilter {
  const asked = new URLSearchParams(search);
  const version = Number(asked.get("version"));
  return {
    status: STATUS_ORDER.find((status) => status === asked.get("status")) ?? null,
    version: Number.isInteger(version) && version > 0 ? version : null,
    nodeId: asked.get("at"),
  };
}

export const choosesAll = ({ status, version, nodeId }: RunListFilter): boolean =>
  status === null && version === null && nodeId === null;
