/** Variables that would run the engine as plain Node, or attach a debugger meant for main. */
const excludedVariables = ["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "ELECTRON_NO_ATTACH_CONSOLE"];

/**
 * Main's environment without the variables meant for main alone. Node's compile cache in `cacheFolder` makes later
 * starts faster.
 */
export function engineEnvironment(
  environment: NodeJS.ProcessEnv,
  cacheFolder: string,
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !excludedVariables.includes(entry[0]),
  );
  return { NODE_COMPILE_CACHE: cacheFolder, ...Object.fromEntries(entries) };
}

/** The engine is idle almost always, so a small young generation saves about 13 MB at little cost in speed. */
export const v8Flags = ["--max-semi-space-size=2"];
