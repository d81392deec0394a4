import { randomBytes } from "node:crypto";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { change, type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { importCatalogue } from "../../../src/main/engine/operations/catalogue/import-catalogue.js";
import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import { checkIntegrity } from "../../faults/checks/database.js";
import { deals, products } from "../../support/catalogue.js";
import { ensureBuilt } from "../../support/cli.js";
import { EngineProcess } from "../../support/engine-process.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { findLoggedErrors } from "../oracles/logged-errors.js";

const callsPerRateReset = 300;

/** Imports a catalogue whose products the cases name. */
async function importProducts(folder: string): Promise<void> {
  const db = openStore(folder);
  const lines = [...products, ...deals].map((line) => JSON.stringify(line));
  await importCatalogue({ db, nowMs: Date.now(), randomBytes, isSample: false }, lines);
  closeStore(db);
}

export interface FuzzedEngine {
  readonly port: number;
  /** A second connection, as the command line would have. */
  readonly db: ReadDb;
  /** Calls an operation as the window does. Resets the window's rate limit now and then. */
  call(operation: string, input: unknown): Promise<CallResult<OperationName>>;
  /** What must hold after all cases. */
  findErrors(): string[];
}

/** Starts the built engine in a process of its own, which ends with the test. */
export async function startFuzzedEngine(): Promise<FuzzedEngine> {
  await ensureBuilt();
  const folder = temporaryFolder();
  await importProducts(folder);
  // Without the pauses between visits to a shop, which would look like calls that never end.
  const engine = new EngineProcess(folder, { start: { pagePace: { gapMs: 0 } } });
  const port = Number(new URL(await engine.ready()).port);
  const db = openTestStore(folder);
  let calls = 0;
  return {
    port,
    db,
    call: (operation, input) => {
      if (++calls % callsPerRateReset === 0)
        write(db, (tx) => change(tx, "UPDATE account SET rate_tail = rate_head"));
      return engine.send(operation, input);
    },
    findErrors: () => [...checkIntegrity(db), ...findLoggedErrors(folder)],
  };
}
