import * as fc from "fast-check";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import { handlesOf } from "../../graph/handles.ts";
import { action, branch, condition, end, roundRobin, trigger, wait } from "./graphs.ts";

const ids = ["start", "a", "b", "c", "d", "e", "__proto__", "constructor"];
const makers: ((id: string) => GraphNode)[] = [
  wait,
  end,
  (id) => condition(id, branch("x"), branch("y", "x")),
  (id) => roundRobin(id, { id: "x" }),
  (id) => action(id, "add_tag", { tagIds: ["t"] }),
  (id) => action(id, "send_whatsapp", { text: "Hi", buttons: [{ id: "x" }] }),
  (id) => action(id, "send_whatsapp", { text: "Hi" }),
  (id) => action(id, "webhook"),
  trigger,
];
const handles = [undefined, "next", "fallback", "branch_x", "branch_y", "rr_x", "btn_x", "timeout", "bad"];

const edge = fc
  .record({
    source: fc.constantFrom(...ids, "ghost"),
    target: fc.constantFrom(...ids, "ghost"),
    handle: fc.constantFrom(...handles),
  })
  .map(({ source, target, handle }) =>
    handle === undefined ? { source, target } : { source, target, sourceHandle: handle },
  );
const other = fc.tuple(fc.constantFrom(...ids.slice(1)), fc.nat(makers.length - 1));
const withNodes = (others: fc.Arbitrary<[string, number][]>): fc.Arbitrary<GraphDefinition> =>
  fc.record({ others, edges: fc.array(edge, { maxLength: 14 }) }).map(({ others: list, edges }) => ({
    version: 2,
    nodes: [trigger(), ...list.map(([id, maker]) => makers[maker]?.(id) ?? end(id))],
    edges,
  }));
/** Any small definition, with distinct node ids. */
export const definitions = withNodes(fc.uniqueArray(other, { selector: ([id]) => id }));
/** Any small definition, with node ids that may repeat. */
export const withSharedIds = withNodes(fc.array(other, { maxLength: 8 }));

/** Sound graphs: each node hangs on an open handle of an earlier one, and what stays open leads to an end. */
export const sound: fc.Arbitrary<GraphDefinition> = fc
  .array(fc.tuple(fc.constantFrom(0, 2, 3, 4, 5), fc.nat()), { maxLength: 20 })
  .map((picks) => {
    const nodes = [trigger("n0")];
    const edges: GraphEdge[] = [];
    let open = [{ source: "n0", sourceHandle: "next" }];
    picks.forEach(([maker, pick], index) => {
      const node = makers[maker]?.(`n${index + 1}`) ?? end(`n${index + 1}`);
      const place = open.splice(pick % open.length, 1);
      nodes.push(node);
      edges.push(...place.map((from) => ({ ...from, target: node.id })));
      open = [...open, ...handlesOf(node).map((handle) => ({ source: node.id, sourceHandle: handle.id }))];
    });
    nodes.push(end("last"));
    return { version: 2, nodes, edges: [...edges, ...open.map((from) => ({ ...from, target: "last" }))] };
  });

/** A sound graph with one or two edges removed, added or led elsewhere. */
export const changed = fc
  .tuple(
    sound,
    fc.array(fc.tuple(fc.constantFrom("remove", "add", "lead"), fc.nat(), fc.nat(), fc.constantFrom(...handles)), {
      minLength: 1,
      maxLength: 2,
    }),
  )
  .map(([{ nodes, edges = [] }, changes]): GraphDefinition => {
    const list = [...edges];
    for (const [kind, first, second, handle] of changes) {
      const source = nodes[first % nodes.length]?.id ?? "";
      const target = nodes[second % nodes.length]?.id ?? "";
      const place = first % Math.max(1, list.length);
      if (kind === "add")
        list.push(
          handle === undefined || handle === "bad" ? { source, target } : { source, target, sourceHandle: handle },
        );
      else
        list.splice(
          place,
          1,
          ...list
            .slice(place, place + 1)
            .filter(() => kind === "lead")
            .map((each) => ({ ...each, target })),
        );
    }
    return { version: 2, nodes, edges: list };
  });
