import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { CallResult, OperationInput, OperationName, OperationResult } from "../../../shared/calls.js";
import { specificAction } from "../../../shared/contract/errors.js";
import type { ErrorResponse } from "../../../shared/contract/meta.js";
import { linkOf } from "../../../shared/links-in.js";
import { deleteKey } from "../db/accounts/api-key.js";
import { productIdByKey } from "../db/products/product.js";
import type { ReadDb } from "../db/store.js";
import { write } from "../db/store.js";
import { ownerRoot } from "../http/address.js";
import { createKey } from "../operations/account/keys.js";
import type { AppContext } from "../operations/app-registry.js";
import { resolveIdentifier } from "../operations/products/resolve-identifiers.js";
import { callOperation } from "../process/call.js";
import { createCommandContext } from "../process/engine.js";
import { readEngineUrl } from "../process/folder-lock.js";
import {
  createArchiveWorker,
  createLinkWorker,
  type WorkOnArchive,
  type WorkOnLinks,
  watchArchive,
  watchLinks,
} from "../process/run-links.js";
import { CommandError, type GlobalOptions, version, withReadableStore, withStore } from "./environment.js";

/** Runs an operation of the window. Throws `CommandError` if it is refused. */
type CallAsOwner = <K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
) => Promise<OperationResult<K>>;

export interface Owner {
  /** For reading. */
  readonly context: AppContext;
  /**
   * For everything else. A running engine does the work itself: it alone knows when each shop may be visited again, has the
   * key to the secrets and shows the window what has changed.
   */
  readonly call: CallAsOwner;
  /** Waits for the engine's work on a list, or does it. */
  readonly workOnLinks: WorkOnLinks;
  /** Waits a moment for the engine's requests to archives, or sends them. */
  readonly workOnArchive: WorkOnArchive;
}

type Send = (operation: OperationName, input: unknown) => Promise<CallResult<OperationName>>;

/** Without a timeout, unlike `fetch`: a check waits for its shop's turn. */
function post(url: string, key: string, body: string): Promise<{ status: number; body: string }> {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers }, (response) =>
      text(response).then((reply) => resolve({ status: response.statusCode ?? 0, body: reply }), reject),
    );
    sent.on("error", reject).end(body);
  });
}

function createSender(engineUrl: string, key: string): Send {
  const root = new URL(`${ownerRoot}/`, engineUrl);
  return async (operation, input) => {
    const reply = await post(new URL(operation, root).href, key, JSON.stringify(input)).catch(() => {
      throw new CommandError(`The engine at ${engineUrl} does not answer. Repeat the command.`);
    });
    if (reply.status === 200) return { ok: true, data: JSON.parse(reply.body) };
    const { code, message, action } = (JSON.parse(reply.body) as ErrorResponse).error_detail;
    return {
      ok: false,
      error: { code, message, action: specificAction(code, action) },
    };
  };
}

/** Owner operations through the engine on the folder, with a key that exists as long as the command. */
async function withEngine<T>(
  context: AppContext,
  engineUrl: string,
  command: (send: Send) => Promise<T>,
): Promise<T> {
  let created: { readonly id: string; readonly send: Send } | undefined;
  const connect = () => {
    const options = { name: "command", isOwner: true, isEphemeral: true };
    const { id, key } = createKey(context, context.accountId, options);
    return { id, send: createSender(engineUrl, key) };
  };
  try {
    return await command((operation, input) => {
      created ??= connect();
      return created.send(operation, input);
    });
  } finally {
    const id = created?.id;
    if (id !== undefined) write(context.db, (tx) => deleteKey(tx, id));
  }
}

function createCall(send: Send): CallAsOwner {
  return async <K extends OperationName>(operation: K, input: OperationInput<K>) => {
    const result = await send(operation, input);
    if (!result.ok)
      throw new CommandError(
        withHostHint([result.error.message, result.error.action].filter(Boolean).join(" ")),
      );
    return result.data as OperationResult<K>;
  };
}

/** Allows visits to hosts that are not on the public internet. */
export async function allowHosts({ call }: Owner, hosts: readonly string[]): Promise<void> {
  for (const host of hosts) await call("pages.allow", { host, is_allowed: true });
}

/** The reason why a page was not visited, with the option that allows it. */
export function withHostHint(reason: string): string {
  const [refusal, host] = /^(\S+) is not on the public internet\./.exec(reason) ?? [];
  return host === undefined
    ? reason
    : `${refusal} If you trust it, repeat the command with --allow-host ${host}.`;
}

/** The pauses between visits do not keep the process alive by themselves. */
async function keepAliveDuring<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, 60_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

export interface OwnerOptions extends GlobalOptions {
  /** Opens the secrets in the database; without it, only plain ones can be read. */
  readonly secretKey?: Buffer;
}

/** Owner operations in this process, which works on lists itself. */
async function withoutEngine<T>(
  context: AppContext,
  command: (send: Send, work: Pick<Owner, "workOnLinks" | "workOnArchive">) => Promise<T>,
): Promise<T> {
  const [links, archive] = [createLinkWorker(context), createArchiveWorker(context)];
  try {
    const work = { workOnLinks: links.work, workOnArchive: archive.work };
    return await command((operation, input) => callOperation(context, operation, input), work);
  } finally {
    await Promise.all([links.stop(), archive.stop()]);
  }
}

/** Runs a command that only reads what the window shows. */
export function withReadableContext<T>(
  options: GlobalOptions,
  command: (context: AppContext) => T | Promise<T>,
): Promise<T> {
  return withReadableStore(options, ({ db, clock, log }, dataFolder) =>
    command(createCommandContext({ dataFolder, version, clock, log, secretKey: null }, db)),
  );
}

/** Runs a command with the window's operations, whether or not an engine runs on the folder. */
export function withOwner<T>(options: OwnerOptions, command: (owner: Owner) => Promise<T>): Promise<T> {
  return withStore(options, ({ db, clock, log }, dataFolder) => {
    const secretKey = options.secretKey ?? null;
    const context = createCommandContext({ dataFolder, version, clock, log, secretKey }, db);
    const engineUrl = readEngineUrl(dataFolder);
    const run = (send: Send, work: Pick<Owner, "workOnLinks" | "workOnArchive">) =>
      command({ context, call: createCall(send), ...work });
    return keepAliveDuring(() =>
      engineUrl === null
        ? withoutEngine(context, run)
        : withEngine(context, engineUrl, (send) =>
            run(send, { workOnLinks: watchLinks(context), workOnArchive: watchArchive }),
          ),
    );
  });
}

/** The key of the product with this key, or with a page at this link. Throws `CommandError`. */
export function requireProductKey(db: ReadDb, keyOrLink: string): string {
  // Keys have slashes, but no host.
  const link = linkOf(keyOrLink);
  const key = link === null ? keyOrLink : resolveIdentifier(db, link)?.product.service;
  if (key === undefined || productIdByKey(db, key) === undefined)
    throw new CommandError(
      `No product has the ${link === null ? "key" : "link"} '${keyOrLink.slice(0, 200)}'. 'tidemark watch list' shows all keys.`,
    );
  return key;
}
