/** The one direction of imports. Each rule's comment is what a breach prints. */
const engineLayers = "src/main/engine/(http|cli|scheduler|webhooks|alerts|process)/";

export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Modules must not import each other in a circle.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "shared-stands-alone",
      comment: "shared is imported by all and imports nobody.",
      severity: "error",
      from: { path: "^src/shared" },
      to: { path: "^src/(main|preload|renderer)" },
    },
    {
      name: "window-knows-shared-only",
      comment: "The window reaches main through the bridge, never by import.",
      severity: "error",
      from: { path: "^src/renderer" },
      to: { path: "^src/(main|preload)" },
    },
    {
      name: "main-never-imports-window",
      comment: "main and the preload never import the window.",
      severity: "error",
      from: { path: "^src/(main|preload)" },
      to: { path: "^src/renderer" },
    },
    {
      name: "preload-knows-shared-only",
      severity: "error",
      comment: "The preload is a list over shared.",
      from: { path: "^src/preload" },
      to: { path: "^src/main" },
    },
    {
      name: "engine-without-electron",
      comment: "The engine is a plain Node program.",
      severity: "error",
      from: { path: "^src/main/engine/" },
      to: { path: "^(node_modules/)?electron(-store)?(/|$)" },
    },
    {
      name: "engine-stands-alone",
      comment: "The engine imports shared and itself.",
      severity: "error",
      from: { path: "^src/main/engine/" },
      to: { path: "^src/main/(?!engine/)" },
    },
    {
      name: "main-uses-engine-index",
      comment: "The app knows the engine by its index, for types only.",
      severity: "error",
      from: { path: "^src/main/(?!engine/)" },
      to: { path: "^src/main/engine/(?!index\\.ts$)" },
    },
    {
      name: "domain-is-pure",
      comment: "domain is rules: no database, no I/O, no other layer.",
      severity: "error",
      from: { path: "^src/main/engine/domain" },
      to: { path: "^(src/main/engine/(?!domain)|node:|better-sqlite3)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "db-below-operations",
      comment: "db knows domain and shared only.",
      severity: "error",
      from: { path: "^src/main/engine/db" },
      to: { path: "^src/main/engine/(?!db|domain)" },
    },
    {
      name: "crypto-is-a-leaf",
      comment: "crypto is signatures and sealed secrets: no database, no network.",
      severity: "error",
      from: { path: "^src/main/engine/crypto" },
      to: { path: "^src/main/engine/(?!crypto|domain)" },
    },
    {
      name: "operations-below-doors",
      comment: "operations know nothing of who calls them.",
      severity: "error",
      from: { path: "^src/main/engine/operations" },
      to: { path: `^${engineLayers}` },
    },
    {
      name: "features-stay-apart",
      comment: "Features of the window share through components, stores and lib.",
      severity: "error",
      from: { path: "^src/renderer/features/([^/]+)/" },
      to: { path: "^src/renderer/features/", pathNot: "^src/renderer/features/$1/" },
    },
    {
      name: "no-orphans",
      comment: "Nobody imports this file.",
      severity: "error",
      from: { orphan: true, pathNot: ["\\.d\\.ts$", "^src/(main/index|preload/index|renderer/main)"] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
