/** Would change what kind of program the engine is, or attach a debugger that is meant for main. */
const notInherited = ["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "ELECTRON_NO_ATTACH_CONSOLE"];

/** Main's environment without what is meant for main alone. */
export function engineEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !notInherited.includes(entry[0]),
  );
  return Object.fromEntries(entries);
}

/**
 * Flags of the engine's JavaScript engine. A shopper's engine idles nearly always: a small nursery keeps some 13 MB
 * that a busy server would use for speed.
 */
export const engineFlags = ["--max-semi-space-size=2"];
