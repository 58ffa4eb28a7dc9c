/** The arrows of ARCHITECTURE.md, checked. A forbidden import names the arrow that it breaks. */
const inEngine = (folder) => `^packages/engine/src/${folder}/`;
/** The rooms of the editor, each of which knows those before it. */
const EDITOR = [
  "browser",
  "i18n",
  "theme",
  "data",
  "ui",
  "document",
  "describe",
  "canvas",
  "inputs",
  "simulation",
  "features",
  "screens",
];
const test = "\\.test\\.tsx?$|/testing/";
/** Where the server's SQL stands beside platform/database. */
const sql = "/store/|-(store|rows)\\.ts$";

/** The server's rooms: each knows itself and those before it. */
const SERVER_ROOMS = [
  "platform/(tracing|security|network|background)/",
  "platform/service/",
  "platform/database/(schema|migrations)/",
  "platform/database/[^/]+$",
  "platform/database/folder/",
  "platform/database/embedded/",
  "platform/database/open/",
  "platform/http/answers/",
  "platform/http/requests/",
  "platform/http/[^/]+$",
  "areas/reference/",
  "areas/activities/",
  "areas/companies/",
  "areas/contacts/",
  "areas/conversations/",
  "areas/cadences/",
  "areas/deals/",
  "areas/calendar/",
  "areas/automations/",
  "runs/model/",
  "runs/queue/",
  "runs/store/",
  "runs/(?:tick/|[^/]+$)",
  "runs/triggers/",
  "runs/actions/",
  "runs/records/",
  "channels/meta/",
  "channels/[^/]+$",
  "app/",
  "provision/",
  "demo/",
  "launch/",
  "main\\.ts$",
];
const inServer = (rooms) => `^apps/server/src/(${rooms.join("|")})`;
const serverArrows = SERVER_ROOMS.slice(0, -1).map((room, index) => ({
  name: `server-${room.replaceAll(/\W+/g, "-")}knows-only-rooms-before-it`,
  severity: "error",
  from: { path: inServer([room]), pathNot: test },
  to: { path: inServer(SERVER_ROOMS.slice(index + 1)) },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-unresolvable",
      comment: "The page of a benchmark embeds the built editor, which need not be built yet.",
      severity: "error",
      from: { pathNot: "^bench/(editor/page|peers)/" },
      to: { couldNotResolve: true },
    },
    {
      name: "nothing-imports-an-app",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "apps-stay-apart",
      severity: "error",
      from: { path: "^apps/([^/]+)/", pathNot: test },
      to: { path: "^apps/(?!$1/)" },
    },
    {
      name: "engine-is-pure",
      comment: "No Node.js module, no package of this workspace.",
      severity: "error",
      from: { path: "^packages/engine/src/", pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "engine-stands-alone",
      severity: "error",
      from: { path: "^packages/engine/" },
      to: { path: "^packages/(?!engine/)|^apps/" },
    },
    {
      name: "engine-contract-imports-nothing",
      severity: "error",
      from: { path: inEngine("contract"), pathNot: test },
      to: { pathNot: inEngine("contract") },
    },
    {
      name: "engine-json-knows-only-types",
      severity: "error",
      from: { path: inEngine("json"), pathNot: test },
      to: { path: inEngine("(?!contract|json|messages)[^/]+") },
    },
    {
      name: "engine-graph-knows-only-contract-and-json",
      severity: "error",
      from: { path: inEngine("graph"), pathNot: test },
      to: { path: inEngine("(?!contract|json|graph)[^/]+") },
    },
    {
      name: "engine-rules-and-interpreter-stay-apart",
      severity: "error",
      from: { path: inEngine("(rules|interpreter|query|trigger)"), pathNot: test },
      to: { path: inEngine("(simulate|workspace|analyse|cohort|interactions|interop)") },
    },
    {
      name: "engine-simulate-knows-no-analysis",
      severity: "error",
      from: { path: inEngine("simulate"), pathNot: test },
      to: { path: inEngine("(workspace|analyse|cohort|interactions)") },
    },
    {
      name: "engine-interpreter-knows-no-rules",
      severity: "error",
      from: { path: inEngine("interpreter"), pathNot: test },
      to: { path: inEngine("rules") },
    },
    {
      name: "contract-knows-only-the-engines-contract",
      severity: "error",
      from: { path: "^packages/contract/", pathNot: test },
      to: { path: "^packages/(api-client|engine/(?!src/contract|dist/contract))" },
    },
    {
      name: "client-depends-on-nothing",
      severity: "error",
      from: { path: "^packages/api-client/", pathNot: test },
      to: { path: "^packages/(?!api-client/)" },
    },
    ...serverArrows,
    {
      name: "opentelemetry-is-loaded-on-demand",
      comment: "Types alone elsewhere: while no traces are made, nothing of it is loaded.",
      severity: "error",
      from: { path: "^apps/server/src/", pathNot: `${test}|^apps/server/src/platform/tracing/sdk\\.ts$` },
      to: { path: "node_modules/@opentelemetry/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "opentelemetry-sdk-is-imported-on-demand",
      severity: "error",
      from: { path: "^apps/server/src/" },
      to: {
        path: "^apps/server/src/platform/tracing/sdk\\.ts$",
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "server-rules-know-no-http-no-sql",
      comment: "SQL stands in store/ and in files called -store or -rows; HTTP in platform/http and routes.ts.",
      severity: "error",
      from: {
        path: "^apps/server/src/(areas|channels|runs|platform/(service|security|network))/",
        pathNot: `${test}|${sql}|/routes\\.ts$|^apps/server/src/runs/(queue/|metrics\\.ts$)`,
      },
      to: {
        path: `^apps/server/src/platform/(http|database)/|${sql}|node_modules/(fastify|kysely|pg)/`,
      },
    },
    ...EDITOR.map((room, index) => ({
      name: `editor-${room}-knows-only-what-is-below`,
      severity: "error",
      from: { path: `^apps/editor/src/${room}/`, pathNot: test },
      to: { path: `^apps/editor/src/(${[...EDITOR.slice(index + 1), "embed", "App", "main"].join("|")})\\b` },
    })),
    {
      name: "editor-features-stay-apart",
      comment: "What two features need moves down.",
      severity: "error",
      from: { path: "^apps/editor/src/features/([^/]+)/", pathNot: test },
      to: { path: "^apps/editor/src/features/(?!$1/)" },
    },
    {
      name: "editor-document-knows-no-view",
      severity: "error",
      from: { path: "^apps/editor/src/document/", pathNot: test },
      to: { path: "^apps/editor/src/.*\\.tsx$|node_modules/react-dom/" },
    },
    {
      name: "react-flow-only-in-canvas",
      severity: "error",
      from: { path: "^apps/editor/src/(?!canvas/)", pathNot: test },
      to: { path: "node_modules/@xyflow/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|/dist/" },
    exclude: { path: "^(?!node_modules/).*/(dist|generated)/|^apps/editor/lib/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["@trilho/source", "import", "types", "default"],
    },
  },
};
