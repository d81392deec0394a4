import { z } from "zod";
import { dataErrorKinds } from "../../shared/data/data-error.js";
import { changedDataKinds, type EngineReply } from "../../shared/engine-process.js";

const engineEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("inbox"), entry: z.looseObject({ id: z.int() }) }),
  z.object({ kind: z.literal("changed"), dataKind: z.enum(changedDataKinds) }),
]);

const hostAnswer = z.looseObject({ outcome: z.enum(["done", "cancelled", "failed"]) });

/**
 * Validates only the envelope. The engine is our own process and has already validated the result; parsing a long
 * price history again would double its cost.
 */
const engineReply = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("ready"),
    baseUrl: z.string(),
    dataFolder: z.string(),
    pid: z.int(),
    isReadOnly: z.boolean(),
    isLogLost: z.boolean(),
  }),
  z.object({ kind: z.literal("pong") }),
  z.object({ kind: z.literal("event"), event: engineEvent }),
  z.object({ kind: z.literal("result"), id: z.int(), result: z.looseObject({ ok: z.boolean() }) }),
  z.object({
    kind: z.literal("render"),
    id: z.int(),
    request: z.object({ url: z.string(), allowedHosts: z.array(z.string()), language: z.string() }),
  }),
  z.object({
    kind: z.literal("host-progress"),
    id: z.int(),
    progress: z.object({ done: z.number(), total: z.number() }),
  }),
  z.object({ kind: z.literal("host-result"), id: z.int(), result: hostAnswer }),
  z.object({ kind: z.literal("restored"), result: hostAnswer }),
  z.object({
    kind: z.literal("fatal"),
    problem: z.enum(dataErrorKinds),
    path: z.string().nullable(),
    message: z.string(),
    action: z.string(),
    backup: z.string().nullable(),
  }),
]);

/** Narrows a message from the engine's process; `null` if it is not a reply. */
export function parseEngineReply(message: unknown): EngineReply | null {
  return engineReply.safeParse(message).success ? (message as EngineReply) : null;
}
