/**
 * Lets Node run TypeScript sources directly, as a module for `--import`. Node strips types by itself, but our imports
 * end in `.js`, so they must be resolved to `.ts` files.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./paths.mjs";

/** A fake of the `electron` module, which exists only in Electron. */
const electronUrl = pathToFileURL(`${projectRoot}/test/fuzz/support/electron.ts`).href;

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
});
