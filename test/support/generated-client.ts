import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Generates a client from an OpenAPI document with a public generator, compiles it with a program that uses it, and imports
 * the program.
 */
export async function generateClient<T>(name: string, document: unknown, program: string): Promise<T> {
  const folder = resolve("test-results", "generated-client", name);
  const runTool = (file: string, ...args: string[]) =>
    execFileSync(process.execPath, [resolve("node_modules", file), ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  runTool("@hey-api/openapi-ts/bin/run.js", "-i", "openapi.json", "-o", "client", "--no-log-file");
  writeFileSync(join(folder, "program.ts"), program);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  const options =
    "--ignoreConfig --strict --noEmit --target es2022 --module esnext --moduleResolution bundler --skipLibCheck";
  runTool("typescript-7/bin/tsc", ...options.split(" "), "--lib", "es2023,dom,dom.iterable", "program.ts");
  return (await import(pathToFileURL(join(folder, "program.ts")).href)) as T;
}
