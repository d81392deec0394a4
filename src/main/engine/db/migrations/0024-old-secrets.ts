import type { Migration } from "./migration.js";

export const oldSecrets: Migration = {
  version: 24,
  name: "old secrets",
  sql: `
-- The secret before the last rotation, which stays valid until a time. Sealed like the secret.
ALTER TABLE webhook ADD COLUMN old_secret BLOB;
ALTER TABLE webhook ADD COLUMN old_secret_until INTEGER;
`,
};
