import { join } from "node:path";
import { app } from "electron";

/** Paths of the built files, in a checkout or a package. `import.meta` would not do: the bundler moves modules. */
export function builtFiles() {
  const out = join(app.getAppPath(), "out");
  return {
    engine: join(out, "main/engine.js"),
    preload: join(out, "preload/index.cjs"),
    renderer: join(out, "renderer"),
  } as const;
}
