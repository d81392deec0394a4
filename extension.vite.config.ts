import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The browser extension. `scripts/extension.mjs` adds manifest, icons and texts for each browser. */
export default defineConfig({
  root: resolve("src/extension/popup"),
  base: "./",
  plugins: [react()],
  publicDir: false,
  build: {
    target: ["chrome120", "firefox140"],
    outDir: resolve("out/extension/common"),
    emptyOutDir: true,
    // Reviewers of the browsers' shops read the code.
    minify: false,
    modulePreload: false,
    rollupOptions: {
      input: {
        popup: resolve("src/extension/popup/popup.html"),
        background: resolve("src/extension/background.ts"),
        manifest: resolve("src/extension/manifest.ts"),
      },
      preserveEntrySignatures: "exports-only",
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" },
    },
  },
});
