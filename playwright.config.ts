import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results/e2e",
  timeout: 60_000,
  // Each test opens its own app with its own data folder; two windows at a time would fight over the focus.
  workers: 1,
  reporter: [["list"]],
});
