/** Would change what kind of program the engine is, or attach a debugger that is meant for main. */
const notInherited = ["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "ELECTRON_NO_ATTACH_CONSOLE"];

/**
 * Main's environment without what is meant for main alone. What the engine's Node has compiled is kept in `cacheFolder`
 * for the next start, which is quicker for it.
 */
export function engineEnvironment(
  environment: NodeJS.ProcessEnv,
  cacheFolder: string,
): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !notInherited.includes(entry[0]),
  );
  return { NODE_COMPILE_CACHE: cacheFolder, ...Object.fromEntries(entries) };
}

/**
 * Flags of the engine's JavaScript engine. A shopper's engine idles nearly always: a small nursery keeps some 13 MB
 * that a busy server would use for speed.
 */
export const engineFlags = ["--max-semi-space-size=2"];
