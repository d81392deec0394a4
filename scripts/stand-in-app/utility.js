/** Runs a utility process's program in the stand-in runtime, with a SQLite driver that this runtime can load. */
import "./driver.cjs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import threads from "node:worker_threads";

/** `process.dlopen` belongs to a thread, so that each worker needs the driver's module, too. */
threads.Worker = class extends threads.Worker {
  constructor(program, options = {}) {
    const driver = ["--require", join(import.meta.dirname, "driver.cjs")];
    super(program, { ...options, execArgv: [...(options.execArgv ?? process.execArgv), ...driver] });
  }
};
syncBuiltinESMExports();

const [program] = process.argv.splice(2, 1);
await import(pathToFileURL(program).href);
