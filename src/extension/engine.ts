import { newApiKey } from "../shared/api-key.js";
import type { PairingAnswer, PairingState } from "../shared/app/extension.js";
import type { ErrorReason, OperationInput, OperationName, OperationResult } from "../shared/calls.js";
import { isOlderVersion } from "../shared/older-version.js";
import { refusalTitle } from "./texts.js";

/** The ports that the engine tries, in order. */
const firstPort = 47_115;
const portCount = 5;
const probeTimeoutMs = 2_000;
const callTimeoutMs = 30_000;

interface Stored {
  /** Where the engine was last found on this computer. */
  readonly port?: number;
  /** The origin of a server that the user has entered; without it, the engine is on this computer. */
  readonly server?: string;
  /** This extension's own key, valid once the user has confirmed the pairing. */
  readonly key?: string;
  /** Whether an engine has accepted the key. */
  readonly wasPaired?: boolean;
}

/**
 * `away`: no engine answers. `unpaired`: no engine that answers knows this extension's key; with `isOther`, another engine
 * has accepted it before. `outdated`: the engine lacks the operation.
 */
export type Failure =
  | { readonly kind: "away" | "outdated" }
  | { readonly kind: "unpaired"; readonly pairing: PairingState; readonly isOther: boolean }
  | { readonly kind: "refused"; readonly message: string };

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly failure: Failure };

function stored(): Promise<Stored> {
  return chrome.storage.local.get(["port", "server", "key", "wasPaired"]);
}

/** The origin of the server that the user has entered; null if the engine is on this computer. */
export async function homeServer(): Promise<string | null> {
  return (await stored()).server ?? null;
}

async function hexHash(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function ownKey(): Promise<string> {
  const { key } = await stored();
  if (key !== undefined) return key;
  const made = newApiKey((count) => crypto.getRandomValues(new Uint8Array(count)));
  await chrome.storage.local.set({ key: made });
  return made;
}

interface ErrorBody {
  readonly error?: unknown;
  readonly error_detail?: { readonly code?: string; readonly reason?: ErrorReason };
}

function post(origin: string, path: string, body: unknown, more: RequestInit = {}): Promise<Response> {
  return fetch(`${origin}/app/v1/${path}`, {
    method: "POST",
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(callTimeoutMs),
    ...more,
    headers: { "Content-Type": "application/json", ...more.headers },
  });
}

/** The state in an engine's response; null if something else answers there. */
function toPairing(body: unknown): PairingAnswer | null {
  const { state } = (body ?? {}) as Partial<PairingAnswer>;
  return state === undefined ? null : (body as PairingAnswer);
}

/** The version of the engine found last; null if it did not state one. */
let engineVersion: string | null = null;

/** The versions of extension and engine, and which is older; null if they are equal, or the engine's is unknown. */
export function olderSide() {
  const { version: extension } = chrome.runtime.getManifest();
  const engine = engineVersion;
  if (engine === null || engine === extension) return null;
  return { extension, engine, isExtension: isOlderVersion(extension, engine) };
}

interface Found {
  readonly origin: string;
  readonly pairing: PairingAnswer;
}

/** Asks the engine at an address whether it knows the key, by its hash only; null if none answers. */
async function probe(origin: string, key_hash: string): Promise<Found | null> {
  try {
    const signal = AbortSignal.timeout(probeTimeoutMs);
    const response = await post(origin, "pair", { name: "?", key_hash, is_new: false }, { signal });
    const pairing = toPairing(await response.json());
    return pairing && { origin, pairing };
  } catch {
    return null;
  }
}

function loopback(port: number): string {
  return `http://127.0.0.1:${port}`;
}

async function addresses(): Promise<string[]> {
  const { port, server } = await stored();
  if (server !== undefined) return [server];
  const usual = Array.from({ length: portCount }, (_, index) => firstPort + index);
  return [...new Set(port === undefined ? usual : [port, ...usual])].map(loopback);
}

async function findEngine(): Promise<Found | null> {
  const found = await search();
  engineVersion = found?.pairing.version ?? null;
  return found;
}

/** The engine that knows the key; else one that was asked to pair it; else the first one that answers. */
async function search(): Promise<Found | null> {
  const hash = await hexHash(await ownKey());
  let best: Found | null = null;
  for (const origin of await addresses()) {
    const found = await probe(origin, hash);
    if (found?.pairing.state === "paired") {
      const { server } = await stored();
      const port = server === undefined ? { port: Number(new URL(origin).port) } : {};
      await chrome.storage.local.set({ wasPaired: true, ...port });
      return found;
    }
    if (best === null || (best.pairing.state === "unknown" && found?.pairing.state !== "unknown"))
      best = found ?? best;
  }
  return best;
}

/** The origin of the paired engine, looked for again only if it does not answer or no longer knows the key. */
let paired: string | null = null;

async function respond<T>(origin: string, path: string, body: unknown): Promise<Answer<T> | null> {
  const response = await post(origin, path, body, { headers: { Authorization: `Bearer ${await ownKey()}` } });
  if (response.ok) return { ok: true, data: await response.json() };
  const refusal: ErrorBody = await response.json();
  const { error_detail: detail } = refusal;
  if (detail?.code === "ERR_ENDPOINT_NOT_FOUND") return { ok: false, failure: { kind: "outdated" } };
  if (response.status === 401 && detail?.code === "ERR_AUTH_REVOKED") return null;
  return { ok: false, failure: toRefusal(refusal) };
}

/** An error's message, in the reader's language if its reason is known. */
function toRefusal({ error = "", error_detail: detail }: ErrorBody): Failure {
  return { kind: "refused", message: refusalTitle(detail?.reason) ?? String(error) };
}

async function send<T>(path: string, body: unknown): Promise<Answer<T>> {
  if (paired !== null) {
    const answer = await respond<T>(paired, path, body).catch(() => null);
    if (answer !== null) return answer;
    paired = null;
  }
  const found = await findEngine();
  if (found === null) return { ok: false, failure: { kind: "away" } };
  const { origin, pairing } = found;
  if (pairing.state !== "paired") {
    const { wasPaired: isOther = false } = await stored();
    return { ok: false, failure: { kind: "unpaired", pairing, isOther } };
  }
  const answer = await respond<T>(origin, path, body).catch(() => null);
  if (answer === null) return { ok: false, failure: { kind: "away" } };
  paired = origin;
  return answer;
}

/** Calls an operation of the paired engine. Never rejects. */
export function call<K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
): Promise<Answer<OperationResult<K>>> {
  return send(operation, input);
}

/** Makes a new key for an engine: on this computer, or at the server's origin. Only `pair` makes it valid. */
export async function renewKey(server: string | null): Promise<void> {
  paired = null;
  await chrome.storage.local.remove(["key", "wasPaired", "server"]);
  if (server !== null) await chrome.storage.local.set({ server });
}

/** Asks the engine to accept this extension's key; if it was asked before, returns that pairing's state. */
export async function pair(browser: string): Promise<Answer<PairingState>> {
  const found = await findEngine();
  if (found === null) return { ok: false, failure: { kind: "away" } };
  if (found.pairing.state !== "unknown") return { ok: true, data: found.pairing };
  try {
    const response = await post(found.origin, "pair", {
      name: browser,
      key_hash: await hexHash(await ownKey()),
    });
    const body = await response.json();
    const pairing = toPairing(body);
    if (pairing !== null) return { ok: true, data: pairing };
    return { ok: false, failure: toRefusal(body) };
  } catch {
    return { ok: false, failure: { kind: "away" } };
  }
}
