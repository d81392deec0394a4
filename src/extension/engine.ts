import { newApiKey } from "../shared/api-key.js";
import type { PairingState } from "../shared/app/extension.js";
import type { OperationInput, OperationName, OperationResult } from "../shared/calls.js";

/** The first port that the engine tries, and how many more. */
const firstPort = 47_115;
const portCount = 5;
const probeTimeoutMs = 2_000;
const callTimeoutMs = 30_000;

interface Stored {
  /** Where the engine was last found. */
  readonly port?: number;
  /** This extension's own key, valid once the user has confirmed the pairing. */
  readonly key?: string;
}

/** `away`: no engine answers. `unpaired`: it does not know this extension. */
export type Failure =
  | { readonly kind: "away" | "unpaired" }
  | { readonly kind: "refused"; readonly message: string };

export type Answer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly failure: Failure };

function stored(): Promise<Stored> {
  return chrome.storage.local.get(["port", "key"]);
}

async function answersAt(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, {
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null && "checks_late_seconds" in body;
  } catch {
    return false;
  }
}

/** The port at which an engine answers; null if there is none. */
async function findPort(): Promise<number | null> {
  const { port: known } = await stored();
  const others = Array.from({ length: portCount }, (_, index) => firstPort + index);
  for (const port of new Set(known === undefined ? others : [known, ...others]))
    if (await answersAt(port)) {
      if (port !== known) await chrome.storage.local.set({ port });
      return port;
    }
  return null;
}

async function post(port: number, path: string, body: unknown, key?: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/app/v1/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(callTimeoutMs),
  });
}

async function send<T>(path: string, body: unknown, key?: string): Promise<Answer<T>> {
  const { port } = await stored();
  const respond = async (at: number): Promise<Answer<T>> => {
    const response = await post(at, path, body, key);
    if (response.ok) return { ok: true, data: await response.json() };
    if (response.status === 401) return { ok: false, failure: { kind: "unpaired" } };
    const { error = "" } = await response.json();
    return { ok: false, failure: { kind: "refused", message: String(error) } };
  };
  try {
    if (port !== undefined) return await respond(port);
  } catch {
    // It may have moved to another port since.
  }
  const found = await findPort();
  if (found === null) return { ok: false, failure: { kind: "away" } };
  return respond(found).catch(() => ({ ok: false, failure: { kind: "away" } }));
}

/** Calls an operation of the paired engine. Never rejects. */
export async function call<K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
): Promise<Answer<OperationResult<K>>> {
  const { key } = await stored();
  if (key !== undefined) return send(operation, input, key);
  const port = await findPort();
  return { ok: false, failure: { kind: port === null ? "away" : "unpaired" } };
}

async function hexHash(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Makes a new key for this extension. Only `pair` makes it valid. */
export async function renewKey(): Promise<void> {
  await chrome.storage.local.set({
    key: newApiKey((count) => crypto.getRandomValues(new Uint8Array(count))),
  });
}

/** Asks the engine to accept this extension's key, or how far that is. */
export async function pair(browser: string): Promise<Answer<PairingState>> {
  const { key } = await stored();
  if (key === undefined) {
    await renewKey();
    return pair(browser);
  }
  return send("pair", { name: browser, key_hash: await hexHash(key) });
}
