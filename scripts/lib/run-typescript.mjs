/**
 * Preloaded before a program that runs from its TypeScript sources. Node strips the types by itself; this resolves
 * `.js` specifiers to `.ts` files, and `?raw` and `?gzip` imports to text, as the bundler does.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compressedModule } from "./compressed-text.ts";
import { projectRoot } from "./paths.mjs";

/** Stands in for the module that exists only inside Electron. */
const electronUrl = pathToFileURL(`${projectRoot}/test/support/electron-stub.ts`).href;

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "electron") return { url: electronUrl, shortCircuit: true };
    if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
    try {
      return next(specifier.replace(/\.js$/, ".ts"), context);
    } catch {
      return next(specifier, context);
    }
  },
  load(url, context, next) {
    if (!/\?(?:raw|gzip)$/.test(url)) return next(url, context);
    const path = fileURLToPath(url);
    const source = url.endsWith("?gzip")
      ? compressedModule(path)
      : `export default ${JSON.stringify(readFileSync(path, "utf8"))};`;
    return { format: "module", source, shortCircuit: true };
  },
});
