/** Runs the modules named on its command line, one after the other: those of a test, then the engine. */
import { pathToFileURL } from "node:url";

for (const module of process.argv.slice(2)) await import(pathToFileURL(module).href);
