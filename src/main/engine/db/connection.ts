import Database from "better-sqlite3";

/** For each connection, before anything is read: a file may come from a stranger, or be damaged. */
export const hardeningSql = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON";

/** Opens a database whose schema cannot call functions with side effects, and whose pages are checked when read. */
export function openConnection(file: string, options: Database.Options = {}): Database.Database {
  const connection = new Database(file, options);
  connection.exec(hardeningSql);
  return connection;
}
