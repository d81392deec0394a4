/**
 * Preloaded before a program that runs from its TypeScript sources. Node strips the types by itself; this resolves
 * `.js` specifiers to `.ts` files, and `?raw` imports to text, as the bundler does.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
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
    if (!url.endsWith("?raw")) return next(url, context);
    const text = readFileSync(new URL(url), "utf8");
    return { format: "module", source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
  },
});
