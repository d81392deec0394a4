/** Would change what kind of program the engine is, or attach a debugger that is meant for main. */
const notInherited = ["ELECTRON_RUN_AS_NODE", "NODE_OPTIONS", "ELECTRON_NO_ATTACH_CONSOLE"];

/** Main's environment without what is meant for main alone. */
export function engineEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !notInherited.includes(entry[0]),
  );
  return Object.fromEntries(entries);
}
