import { resolve } from "node:path";
import { defineConfig } from "electron-vite";
import { mergeConfig } from "vite";
import { nodeBuild } from "./electron.vite.config.js";

/** The benchmarks and developer tools. They are built as the app is, but packages leave them out. */
export default defineConfig({
  main: mergeConfig(nodeBuild, {
    build: {
      outDir: "out/developer",
      rollupOptions: { input: { cli: resolve("tools/cli.ts") } },
    },
  }),
});
