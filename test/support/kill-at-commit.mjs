/**
 * Preloaded into an engine's process. Kills it, like `kill -9`, right before or right after its n-th commit once it is
 * armed: `KILL_FILE` then holds `<n> before` or `<n> after`. The number of commits since is written to
 * `<KILL_FILE>.count`.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import Database from "better-sqlite3";

const file = process.env.KILL_FILE;
let count = 0;

function readOrder() {
  try {
    const [n, when] = readFileSync(file, "utf8").split(" ");
    return { n: Number(n), when };
  } catch {
    return null;
  }
}

/** Atomic, because this process may be killed at any time while the test reads the count. */
function writeCount() {
  const next = `${file}.count-next`;
  writeFileSync(next, String(count));
  renameSync(next, `${file}.count`);
}

function die() {
  process.kill(process.pid, "SIGKILL");
  // Nothing more may run until the signal arrives.
  for (;;);
}

const prepare = Database.prototype.prepare;
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  if (sql !== "COMMIT") return statement;
  const run = statement.run;
  statement.run = (...values) => {
    const order = readOrder();
    if (order !== null) count++;
    if (order?.n === count && order.when === "before") die();
    const result = run.apply(statement, values);
    if (order !== null) writeCount();
    if (order?.n === count && order.when === "after") die();
    return result;
  };
  return statement;
};
