import { join } from "node:path";
import { app } from "electron";

/** Where the built files are, in a checkout and in a package. Not from `import.meta`: the bundler moves modules. */
export function builtFiles() {
  const out = join(app.getAppPath(), "out");
  return {
    engine: join(out, "main/engine.js"),
    preload: join(out, "preload/index.cjs"),
    renderer: join(out, "renderer"),
  } as const;
}
