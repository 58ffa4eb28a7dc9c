const circular: Record<string, unknown> = { version: 2 };
circular["nodes"] = [circular];

/** What no run can start from. */
export const hostileDefinitions: [name: string, input: unknown][] = [
  ["nothing", undefined],
  ["a text", "graph"],
  ["no nodes", { version: 2 }],
  ["an empty graph", { version: 2, nodes: [], edges: [] }],
  ["no trigger", { version: 2, nodes: [{ id: "a", type: "end" }], edges: [] }],
  [
    "a cycle",
    {
      version: 2,
      nodes: [
        { id: "start", type: "trigger" },
        { id: "a", type: "wait", config: { delaySeconds: 5 } },
      ],
      edges: [
        { source: "start", target: "a" },
        { source: "a", target: "a" },
      ],
    },
  ],
  ["two triggers", { version: 2, nodes: ["a", "b"].map((id) => ({ id, type: "trigger" })), edges: [] }],
  ["an object that contains itself", circular],
  [
    "nodes that are none",
    { version: 2, nodes: [null, 1, "x", [], { id: 5 }, { id: {}, type: [] }], edges: [null, 3, {}] },
  ],
  [
    "getters that throw",
    {
      version: 2,
      get nodes() {
        throw new Error("no");
      },
    },
  ],
  ["numbers that JSON cannot carry", { version: 2, nodes: [{ id: 5n, type: "trigger" }], edges: NaN }],
];
