import { followEngine } from "../../../../src/renderer/stores/engine.js";
import { followNews } from "../../../../src/renderer/stores/news.js";
import type { CallResult, OperationInput, OperationName } from "../../../../src/shared/calls.js";
import type { EngineEvent } from "../../../../src/shared/engine-process.js";
import type {
  AppSettings,
  InvokeChannel,
  PushChannel,
  PushMessages,
  TidemarkBridge,
} from "../../../../src/shared/ipc.js";

type Answers = {
  readonly [K in OperationName]?: (input: OperationInput<K>) => CallResult<K> | Promise<CallResult<K>>;
};

type Answer = (input: never) => CallResult<OperationName> | Promise<CallResult<OperationName>>;

export interface FakeBridge {
  /** What was asked, in its order. */
  readonly calls: { readonly operation: OperationName; readonly input: unknown }[];
  /** Changed while a test goes on. */
  answers: Answers;
  /** What main says of the settings; none unless a test is about them. */
  settings: () => Promise<AppSettings>;
  updateSettings: (change: Partial<AppSettings>) => Promise<AppSettings>;
  tell(news: EngineEvent): void;
  push<C extends PushChannel>(channel: C, message: PushMessages[C]): void;
}

/** An answer that waits until the test lets it go. */
export interface Held<T> {
  readonly promise: Promise<T>;
  readonly give: (answer: T) => void;
  readonly fail: () => void;
}

export function held<T>(): Held<T> {
  let settle: Pick<Held<T>, "give" | "fail"> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { give: resolve, fail: () => reject(new Error("It failed.")) };
  });
  return { promise, ...(settle as Pick<Held<T>, "give" | "fail">) };
}

async function unknownSettings(): Promise<AppSettings> {
  throw new Error("This test has no settings.");
}

/** The answer to a call that went well. */
export function good<K extends OperationName>(data: Extract<CallResult<K>, { ok: true }>["data"]) {
  return { ok: true, data, meta: null } as const;
}

export function bad(code: "ERR_INTERNAL" | "ERR_CREDITS_EXHAUSTED") {
  return { ok: false, error: { code, message: "It failed.", action: "Try again." }, meta: null } as const;
}

/** Puts a bridge in place whose engine is ready and answers as the test says. */
export async function fakeBridge(answers: Answers = {}): Promise<FakeBridge> {
  const listeners = new Map<string, (message: never) => void>();
  const fake: FakeBridge = {
    calls: [],
    answers,
    settings: unknownSettings,
    updateSettings: unknownSettings,
    tell: (news) => fake.push("engine:event", news),
    push: (channel, message) => listeners.get(channel)?.(message as never),
  };
  const bridge = {
    invoke: async (channel: InvokeChannel, change: Partial<AppSettings>) => {
      if (channel === "engine:status") return { state: "ready", baseUrl: "", dataFolder: "", pid: 1 };
      return channel === "settings:update" ? fake.updateSettings(change) : fake.settings();
    },
    invokeText: async (_channel: InvokeChannel, operation: OperationName, input: never) => {
      fake.calls.push({ operation, input });
      const answer = fake.answers[operation] as Answer | undefined;
      return JSON.stringify(answer ? await answer(input) : bad("ERR_INTERNAL"));
    },
    systemLanguages: ["en-US"],
    on: (channel: string, listener: (message: never) => void) => {
      listeners.set(channel, listener);
      return () => listeners.delete(channel);
    },
  };
  Object.assign(globalThis, { window: { tidemark: bridge as unknown as TidemarkBridge } });
  followNews();
  followEngine();
  await Promise.resolve();
  return fake;
}
