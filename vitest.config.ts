import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compressedText } from "./scripts/lib/compressed-text.js";

/** In `npm run test:long`, fuzzing tries many seeds, and faults are repeated. */
const isLong = process.env.TIDEMARK_LONG !== undefined;
const faultTimeout = isLong ? 3_600_000 : 120_000;

/** The first test of all may have to build the app. */
const hookTimeout = 60_000;

/** The `electron` module exists in Electron only. */
const electronStub = { electron: fileURLToPath(new URL("test/support/electron-stub.ts", import.meta.url)) };

interface Options {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly isolate?: boolean;
  readonly setupFiles?: readonly string[];
  readonly fileParallelism?: boolean;
  readonly testTimeout?: number;
}

/** The tests of a folder. */
function project(
  name: string,
  { include, exclude = [], isolate = false, setupFiles = [], ...options }: Options = {},
) {
  return {
    plugins: [compressedText],
    resolve: { alias: electronStub },
    test: {
      name,
      include: [...(include ?? [`test/${name}/**/*.test.ts`])],
      exclude: [...exclude],
      isolate,
      testTimeout: 60_000,
      hookTimeout,
      setupFiles: ["test/support/seed.ts", ...setupFiles],
      server: { deps: { inline: ["electron-store"] } },
      ...options,
    },
  };
}

/** They mock modules, or test stores, which are modules with state: each file gets modules of its own. */
const isolated = [
  "test/unit/engine/cli/list-news.test.ts",
  "test/unit/engine/db/open.test.ts",
  "test/unit/main/window/text-menu.test.ts",
  "test/unit/extension/engine.test.ts",
  "test/unit/renderer/**/*.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      project("unit", { exclude: isolated }),
      project("unit-isolated", { include: isolated, setupFiles: ["test/support/fresh-modules.ts"] }),
      project("contract"),
      project("integration", { exclude: ["test/integration/http-server.test.ts"] }),
      project("integration-isolated", { include: ["test/integration/http-server.test.ts"], isolate: true }),
      project("storage"),
      project("command-line", { testTimeout: 120_000 }),
      project("crash"),
      project("documents"),
      project("faults", { testTimeout: faultTimeout }),
      // Each file builds the extension, into the same folder.
      project("extension", { fileParallelism: false, testTimeout: 120_000 }),
      project("browser", { testTimeout: 120_000 }),
      project("container", { include: ["test/packaged/container.test.ts"], testTimeout: 300_000 }),
      project("fuzz", { testTimeout: faultTimeout, exclude: isLong ? [] : ["test/fuzz/growth.test.ts"] }),
    ],
  },
});
