/** SQL for the id of a new row, which no deleted row of the table had: acts refer to rows by their ids. */
export function newIdSql(
  table: "product" | "offer" | "schedule" | "alert_rule" | "history_edit" | "service",
) {
  return `(SELECT max(id, coalesce((SELECT max(id) FROM ${table}), 0)) + 1 FROM last_id WHERE name = '${table}')`;
}
