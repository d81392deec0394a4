/**
 * Loaded before a program that is written in TypeScript and not built: Node leaves the types out by itself, but takes
 * names of files as they are written. Ours end in `.js`, as the built ones do.
 */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { projectRoot } from "./paths.mjs";

/** What Electron has is there in Electron only; see what this file says of itself. */
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
