/**
 * Loaded into an engine's process before anything else: kills it, as `kill -9` does, right before or right after the
 * n-th transaction that it keeps once it is armed. `KILL_FILE` holds `<n> before` or `<n> after`; without the file
 * nothing happens. How many transactions there have been since is written to `<KILL_FILE>.count`.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";

const file = process.env.KILL_FILE;
let count = 0;

function armed() {
  try {
    const [n, when] = readFileSync(file, "utf8").split(" ");
    return { n: Number(n), when };
  } catch {
    return null;
  }
}

/** At once: the test reads it while this process may be killed by anybody. */
function tellCount() {
  const next = `${file}.count-next`;
  writeFileSync(next, String(count));
  renameSync(next, `${file}.count`);
}

function die() {
  process.kill(process.pid, "SIGKILL");
  // The signal is on its way; nothing more may happen here.
  for (;;);
}

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  if (sql !== "COMMIT") return statement;
  const run = statement.run;
  statement.run = (...values) => {
    const order = armed();
    if (order !== null) count++;
    if (order?.n === count && order.when === "before") die();
    const result = run.apply(statement, values);
    if (order !== null) tellCount();
    if (order?.n === count && order.when === "after") die();
    return result;
  };
  return statement;
};
