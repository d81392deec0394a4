import { eventType } from "../../../../shared/contract/webhook.js";
import type { DroppedRows } from "../../../../shared/data/powers.js";
import { allRows, allValues, change, getValue, type WriteDb } from "../../db/store.js";

const maxTextBytes = 1_048_576;
/** Columns that hold more: a page, a file's history, the rows that an act can restore. */
const maxBytes: Readonly<Record<string, number>> = {
  "act.changes": 256 * 1_048_576,
  "link.history": 16 * 1_048_576,
  "link.product": 16 * 1_048_576,
  "link_page.html": 8 * 1_048_576,
  "price_block.points": 128 * 16,
};
const jsonTypes: Readonly<Record<string, "object" | "array">> = {
  "product.details": "object",
  "review.body": "object",
  "deal.body": "object",
  "batch_job.identifiers": "array",
  "batch_job.include": "array",
  "batch_result.body": "object",
  "webhook.events": "array",
  "event.data": "object",
  "inbox.data": "object",
  "inbox.rule_ids": "array",
  "inbox.clauses": "object",
  "tracked_page.pick": "object",
  "tracked_page.terms": "object",
  "tracked_page.listing": "object",
  "alert_rule.trigger": "object",
  "alert_rule.channels": "array",
  "merged_product.body": "object",
  "merged_product.offers": "array",
  "merged_product.belongings": "object",
  "recipe.body": "object",
  "act.subject": "object",
  "link.options": "object",
  "link.question": "object",
  "link.result": "object",
  "archive_page.copies": "array",
};
/** The end of the year 9999. */
const latestMs = 253_402_300_799_999;
const isTime = /(?:^|_)(?:at|until|since|from)$/;

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The SQL condition for values of a column that Tidemark cannot have written; `null` if it may have any. */
function invalidIf(table: string, { name, type }: Column): string | null {
  const column = `${table}.${name}`;
  const size = `octet_length("${name}") > ${maxBytes[column] ?? maxTextBytes}`;
  if (type === "INTEGER") return isTime.test(name) ? `"${name}" NOT BETWEEN 0 AND ${latestMs}` : null;
  if (type !== "TEXT" && type !== "BLOB") return null;
  const json = jsonTypes[column];
  if (column === "webhook.events") return `${size} OR ${hasOtherEvents}`;
  // `json_type` fails on what is not JSON, and OR need not stop before it.
  return json === undefined
    ? size
    : `${size} OR CASE WHEN json_valid("${name}") THEN json_type("${name}") <> '${json}' ELSE "${name}" IS NOT NULL END`;
}

const hasOtherEvents = `CASE WHEN json_valid(events) AND json_type(events) = 'array'
  THEN EXISTS (SELECT 1 FROM json_each(events) WHERE value NOT IN ('${eventType.options.join("', '")}')) ELSE 1 END`;

/** The first of these columns that a table has names its rows for the owner. */
const nameColumns = ["title", "name", "url", "text", "host", "public_id", "retailer"];

/**
 * Deletes rows with values that the engine could not have written, with what refers to them. The schema is known to be
 * this version's (`meetsConstraints`). Throws `InvalidAccountError` if an account has one, to which all else belongs.
 */
export function dropInvalidRows(tx: WriteDb): DroppedRows[] {
  const tables = allValues<string>(
    tx,
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 1 ORDER BY name",
  );
  return tables.flatMap((table) => {
    const columns = allRows<Column>(tx, "SELECT name, type FROM pragma_table_info(?)", table);
    const label = nameColumns.find((each) => columns.some(({ name }) => name === each));
    return columns.flatMap(({ name, type }) => {
      const condition = invalidIf(table, { name, type });
      return condition === null ? [] : dropRows(tx, { table, column: name, label, condition });
    });
  });
}

export class InvalidAccountError extends Error {}

interface Invalid {
  readonly table: string;
  readonly column: string;
  readonly label: string | undefined;
  readonly condition: string;
}

function dropRows(tx: WriteDb, { table, column, label, condition }: Invalid): DroppedRows[] {
  const where = `FROM "${table}" WHERE ${condition}`;
  const rows = getValue<number>(tx, `SELECT count(*) ${where}`) ?? 0;
  if (rows === 0) return [];
  if (table === "account") throw new InvalidAccountError();
  const names =
    label === undefined ? [] : allValues<string>(tx, `SELECT substr("${label}", 1, 100) ${where} LIMIT 10`);
  if (table === "product") change(tx, `DELETE FROM product_text WHERE rowid IN (SELECT id ${where})`);
  // An offer knows its blocks, so it goes with a wrong one.
  if (table === "price_block") change(tx, `DELETE FROM offer WHERE id IN (SELECT offer_id ${where})`);
  else change(tx, `DELETE ${where}`);
  return [{ table, column, rows, names }];
}
