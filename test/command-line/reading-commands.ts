/** Every command that only reads the data folder, with its arguments. */
export const readingCommands: readonly string[][] = [
  ["account", "show"],
  ["alerts", "list", "--json"],
  ["channels", "list"],
  ["deliveries", "list", "--json"],
  ["export"],
  ["history", "product/test/a0", "--csv"],
  ["jobs", "list", "--json"],
  ["keys", "list"],
  ["lists", "list", "--json"],
  ["lookup", "product/test/a0", "--json"],
  ["rules", "export"],
  ["services", "list", "--json"],
  ["watch", "export"],
  ["watch", "list", "--json"],
];
