import type { Migration } from "./migration.js";

/** Keys of the owner API, which act as the window does; those from before are for the contract's API only. */
export const ownerKeys: Migration = {
  version: 19,
  name: "owner-keys",
  sql: "ALTER TABLE api_key ADD COLUMN is_owner INTEGER NOT NULL DEFAULT 0;",
};
