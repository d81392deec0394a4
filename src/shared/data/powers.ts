import { z } from "zod";

/** What lets a program, another computer or a host act once a backup is restored. */
export const power = z.object({
  kind: z.enum([
    "owner-key",
    "extension",
    "device",
    "page",
    "host",
    "webhook",
    "channel",
    "service",
    "search-engine",
  ]),
  /** As the owner knows it: a name, or an address without its secrets. */
  name: z.string(),
});
export type Power = z.infer<typeof power>;

/** Rows of a backup that were left out because a value cannot be one of Tidemark's. */
export const droppedRows = z.object({
  table: z.string(),
  column: z.string(),
  rows: z.int(),
  /** Of the first ten. */
  names: z.array(z.string()).readonly(),
});
export type DroppedRows = z.infer<typeof droppedRows>;
