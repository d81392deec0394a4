import { defineConfig } from "@playwright/test";

/** Views in all sizes and themes, for people to look at and for axe. */
const pictures = ["views.test.ts", "readme-picture.test.ts"];

export default defineConfig({
  outputDir: "test-results/e2e",
  globalSetup: "./test/support/sample-folder.ts",
  timeout: 240_000,
  // On a busy computer, a step may wait for the engine, for a whole file or for a view to be drawn.
  expect: { timeout: 20_000 },
  // Two windows on one desktop would fight over the focus; `npm test` gives each of its workers a desktop.
  workers: 1,
  reporter: [["list"]],
  projects: [
    { name: "e2e", testDir: "test/e2e" },
    { name: "window", testDir: "test/window", testIgnore: pictures },
    { name: "pictures", testDir: "test/window", testMatch: pictures },
    // Its tests share one build, which belongs to a worker.
    { name: "packaged", testDir: "test/packaged", testIgnore: "container.test.ts", workers: 1 },
  ],
});
