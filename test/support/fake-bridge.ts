import { followEngine } from "../../src/renderer/stores/engine.js";
import { followEngineEvents } from "../../src/renderer/stores/engine-events.js";
import type { CallErrorCode, CallResult, OperationInput, OperationName } from "../../src/shared/calls.js";
import type { EngineEvent } from "../../src/shared/engine-process.js";
import type {
  AppSettings,
  InvokeChannel,
  PickedPrice,
  PushChannel,
  PushMessages,
  TidemarkBridge,
} from "../../src/shared/ipc.js";

type Handlers = {
  readonly [K in OperationName]?: (input: OperationInput<K>) => CallResult<K> | Promise<CallResult<K>>;
};

type Handler = (input: never) => CallResult<OperationName> | Promise<CallResult<OperationName>>;

export interface FakeBridge {
  /** The calls so far. */
  readonly calls: { readonly operation: OperationName; readonly input: unknown }[];
  /** Adds handlers, or replaces them. */
  handle(more: Handlers): void;
  /** Rejects unless the test replaces it. */
  settings: () => Promise<AppSettings>;
  updateSettings: (change: Partial<AppSettings>) => Promise<AppSettings>;
  /** The shopper closes the page without a click, unless the test replaces it. */
  pickPrice: () => Promise<PickedPrice>;
  emit(event: EngineEvent): void;
  push<C extends PushChannel>(channel: C, message: PushMessages[C]): void;
}

/** A promise that the test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: () => void;
}

export function defer<T>(): Deferred<T> {
  let settle: Pick<Deferred<T>, "resolve" | "reject"> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject: () => reject(new Error("It failed.")) };
  });
  return { promise, ...(settle as Pick<Deferred<T>, "resolve" | "reject">) };
}

async function rejectSettings(): Promise<AppSettings> {
  throw new Error("This test has no settings.");
}

/** The result of a successful call. */
export function success<K extends OperationName>(data: Extract<CallResult<K>, { ok: true }>["data"]) {
  return { ok: true, data } as const;
}

export function failure(code: CallErrorCode) {
  return { ok: false, error: { code, message: "It failed.", action: "Try again." } } as const;
}

/** Installs a bridge whose engine is ready. Operations without a handler fail with `ERR_INTERNAL`. */
export async function installFakeBridge(handlers: Handlers = {}): Promise<FakeBridge> {
  let current = handlers;
  const listeners = new Map<string, (message: never) => void>();
  const fake: FakeBridge = {
    calls: [],
    handle: (more) => {
      current = { ...current, ...more };
    },
    settings: rejectSettings,
    updateSettings: rejectSettings,
    pickPrice: async () => ({ outcome: "closed" }),
    emit: (event) => fake.push("engine:event", event),
    push: (channel, message) => listeners.get(channel)?.(message as never),
  };
  const bridge = {
    invoke: async (channel: InvokeChannel, change: Partial<AppSettings>) => {
      if (channel === "engine:status") return { state: "ready", baseUrl: "", dataFolder: "", pid: 1 };
      if (channel === "page:pick-price") return fake.pickPrice();
      return channel === "settings:update" ? fake.updateSettings(change) : fake.settings();
    },
    invokeText: async (_channel: InvokeChannel, operation: OperationName, input: never) => {
      fake.calls.push({ operation, input });
      const handle = current[operation] as Handler | undefined;
      return JSON.stringify(handle ? await handle(input) : failure("ERR_INTERNAL"));
    },
    systemLanguages: ["en-US"],
    on: (channel: string, listener: (message: never) => void) => {
      listeners.set(channel, listener);
      return () => listeners.delete(channel);
    },
  };
  Object.assign(globalThis, { window: { tidemark: bridge as unknown as TidemarkBridge } });
  followEngineEvents();
  followEngine();
  await Promise.resolve();
  return fake;
}
