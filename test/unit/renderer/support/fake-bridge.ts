import { followEngine } from "../../../../src/renderer/stores/engine.js";
import { followNews } from "../../../../src/renderer/stores/news.js";
import type { CallResult, OperationInput, OperationName } from "../../../../src/shared/calls.js";
import type { EngineNews } from "../../../../src/shared/engine-process.js";
import type { TidemarkBridge } from "../../../../src/shared/ipc.js";

type Answers = {
  readonly [K in OperationName]?: (input: OperationInput<K>) => CallResult<K>;
};

export interface FakeBridge {
  /** What was asked, in its order. */
  readonly calls: { readonly operation: OperationName; readonly input: unknown }[];
  /** Changed while a test goes on. */
  answers: Answers;
  tell(news: EngineNews): void;
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
    tell: (news) => listeners.get("engine:news")?.(news as never),
  };
  const bridge = {
    callText: async (operation: OperationName, input: never) => {
      fake.calls.push({ operation, input });
      const answer = fake.answers[operation] as ((input: never) => CallResult<OperationName>) | undefined;
      return JSON.stringify(answer ? answer(input) : bad("ERR_INTERNAL"));
    },
    engineStatus: async () => ({ state: "ready", baseUrl: "", dataFolder: "", pid: 1 }) as const,
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
