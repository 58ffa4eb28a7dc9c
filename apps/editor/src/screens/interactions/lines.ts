import type { Finding } from "@trilho/engine/interactions";
import type { MapLine } from "../../canvas/map/automation-map.tsx";

/** Which automations have to do with which: one line for two of them, with the kinds of all that is between them. */
export function linesOf(findings: readonly Finding[], kindOf: (finding: Finding) => string): MapLine[] {
  const lines = new Map<string, { from: string; to: string; kinds: Set<string>; isMutual: boolean }>();
  for (const finding of findings) {
    const ids = [...new Set(finding.places.map(({ automationId }) => automationId))];
    const isLoop = finding.code === "loop";
    // The last of a loop starts the first; of two the line goes back.
    const pairs = ids.slice(1).map((id, place) => [ids[place] ?? id, id] as const);
    if (isLoop && ids.length > 2) pairs.push([ids.at(-1) ?? "", ids[0] ?? ""]);
    for (const [from, to] of pairs) {
      const key = JSON.stringify([from, to].toSorted());
      const line = lines.get(key) ?? { from, to, kinds: new Set(), isMutual: false };
      lines.set(key, line);
      line.kinds.add(kindOf(finding));
      line.isMutual ||= line.from !== from || (isLoop && ids.length === 2);
    }
  }
  return [...lines.values()].map(({ kinds, ...line }) => ({ ...line, label: [...kinds].join(", ") }));
}
