import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** In `npm run test:long`, fuzzing tries many seeds, and faults are repeated. */
const isLong = process.env.TIDEMARK_LONG !== undefined;
const setupFiles = ["test/support/seed.ts"];
/** The first test of all may have to build the app. */
const hookTimeout = 60_000;

/** The `electron` module exists in Electron only. */
const electronStub = { electron: fileURLToPath(new URL("test/support/electron-stub.ts", import.meta.url)) };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: electronStub },
        test: {
          name: "unit",
          include: ["test/unit/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout,
          setupFiles,
        },
      },
      {
        test: {
          name: "integration",
          include: ["test/integration/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout,
          setupFiles,
        },
      },
      {
        test: {
          name: "documents",
          include: ["test/documents/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout,
          setupFiles,
        },
      },
      {
        test: {
          name: "faults",
          include: ["test/faults/**/*.test.ts"],
          testTimeout: isLong ? 3_600_000 : 120_000,
          hookTimeout,
          setupFiles,
        },
      },
      {
        test: {
          name: "extension",
          include: ["test/extension/**/*.test.ts"],
          // Each file builds the extension, into the same folder.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout,
          setupFiles,
        },
      },
      {
        test: {
          name: "contract",
          include: ["test/contract/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout,
          setupFiles,
        },
      },
      {
        resolve: { alias: electronStub },
        test: {
          name: "fuzz",
          server: { deps: { inline: ["electron-store"] } },
          include: ["test/fuzz/**/*.test.ts"],
          exclude: isLong ? [] : ["test/fuzz/growth.test.ts"],
          testTimeout: isLong ? 3_600_000 : 120_000,
          hookTimeout,
          setupFiles,
        },
      },
    ],
  },
});
