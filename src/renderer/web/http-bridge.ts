import type { WebSession } from "../../shared/app/web.js";
import type { CallError, OperationName } from "../../shared/calls.js";
import { specificAction } from "../../shared/contract/errors.js";
import type { ErrorDetail } from "../../shared/contract/meta.js";
import type { EngineEvent } from "../../shared/engine-process.js";
import type {
  AppSettings,
  EngineStatus,
  InvokeChannel,
  PushChannel,
  TidemarkBridge,
} from "../../shared/ipc.js";
import { texts } from "../lib/texts.js";

/** What the bridge needs of the browser. */
export interface WebHost {
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Opens the stream of events. Returns a function that closes it. */
  readonly openStream: (listener: StreamListener) => () => void;
  readonly schedule: (run: () => void, ms: number) => () => void;
  /** Whether the service worker answers from what was seen while Tidemark cannot be reached. */
  readonly savesAnswers: () => boolean;
  /** The device is not paired, or not any more. */
  readonly onUnpaired: () => void;
  readonly onSession: (session: WebSession) => void;
  readonly openPage: (url: string) => void;
  readonly copyText: (text: string) => Promise<void>;
  readonly settings: PageSettings;
  readonly languages: readonly string[];
}

interface StreamListener {
  readonly onOpen: () => void;
  readonly onEvent: (event: EngineEvent) => void;
  readonly onError: () => void;
}

export interface PageSettings {
  read(): AppSettings;
  update(change: Partial<AppSettings>): AppSettings;
}

/** Set by the service worker: when it saved the response, in milliseconds. */
export const savedHeader = "x-tidemark-saved";
const tokenHeader = "X-Tidemark-Token";

/** The first retry is immediate: a phone that wakes has lost its connection. */
const retryPausesMs = [0, 1_000, 2_000, 5_000, 10_000, 30_000] as const;

type Handlers = Partial<Record<InvokeChannel, (...args: never[]) => unknown>>;

/** The window's bridge over HTTP, for a page in a browser. Channels of the desktop are absent. */
export function createHttpBridge(host: WebHost): TidemarkBridge {
  const push = createListeners();
  const connection = new Connection(host, push.emit);
  const handlers: Handlers = {
    "engine:call": async (operation: OperationName, input: unknown) =>
      JSON.parse(await connection.call(operation, input)),
    "engine:status": () => connection.status,
    "engine:restart": () => connection.connectNow(),
    "window:drawn": () => connection.connectNow(),
    "settings:get": () => host.settings.read(),
    "settings:update": (change: Partial<AppSettings>) => {
      const settings = host.settings.update(change);
      push.emit("settings:changed", settings);
      return settings;
    },
    "shell:open-external": (url: string) => host.openPage(url),
    "shell:copy-text": (text: string) => host.copyText(text),
    "data:state": () => null,
  };
  const bridge = {
    invoke: async (channel: InvokeChannel, ...args: never[]) => {
      const handle = handlers[channel];
      if (handle === undefined) throw new Error(`A browser has no ${channel}.`);
      return (await handle(...args)) ?? null;
    },
    invokeText: (_channel: "engine:call", operation: OperationName, input: unknown) =>
      connection.call(operation, input),
    on: push.on,
    platform: "web",
    language: host.settings.read().language,
    systemLanguages: host.languages,
  };
  return bridge as unknown as TidemarkBridge;
}

function createListeners() {
  const listeners = new Map<PushChannel, Set<(message: never) => void>>();
  const listenersOf = (channel: PushChannel) => listeners.get(channel) ?? new Set();
  return {
    on: (channel: PushChannel, listener: (message: never) => void) => {
      listeners.set(channel, listenersOf(channel).add(listener));
      return () => listenersOf(channel).delete(listener);
    },
    emit: (channel: PushChannel, message: unknown) => {
      for (const listener of listenersOf(channel)) listener(message as never);
    },
  };
}

/** Session, stream and calls, and the engine's status that follows from them. */
class Connection {
  status: EngineStatus = { state: "starting" };
  #token = "";
  /** Brings the token, without which the server refuses calls. */
  #reading: Promise<unknown> = Promise.resolve();
  /** Attempts to connect since the stream was last open. */
  #failures = 0;
  #wasReady = false;
  #seenAtMs = 0;
  /** Numbers the attempts, so that a late answer to an earlier one has no effect. */
  #attempt = 0;
  #end: () => void = () => undefined;

  constructor(
    private readonly host: WebHost,
    private readonly emit: (channel: PushChannel, message: unknown) => void,
  ) {}

  connectNow(): void {
    this.#failures = 0;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    this.#end();
    const attempt = ++this.#attempt;
    const reading = this.#readSession();
    this.#reading = reading;
    const state = await reading;
    if (attempt !== this.#attempt) return;
    if (state === "unpaired") return this.host.onUnpaired();
    if (state === "away") return this.#lose();
    this.#end = this.host.openStream({
      onOpen: () => this.#settle(),
      onEvent: (event) => {
        this.#seenAtMs = Date.now();
        this.emit("engine:event", event);
      },
      onError: () => this.#lose(),
    });
  }

  async #readSession(): Promise<"current" | "unpaired" | "away"> {
    try {
      const response = await this.host.request("/web/session");
      if (response.status === 401) return "unpaired";
      if (!response.ok) return "away";
      const session: WebSession = await response.json();
      this.#token = session.csrf;
      this.host.onSession(session);
      return this.#noteAge(response) ? "away" : "current";
    } catch {
      return "away";
    }
  }

  /** Whether the response is one that was saved earlier. */
  #noteAge({ headers }: Response): boolean {
    const saved = headers.get(savedHeader);
    this.#seenAtMs = Math.max(this.#seenAtMs, saved === null ? Date.now() : Number(saved));
    return saved !== null;
  }

  #settle(): void {
    this.#failures = 0;
    this.#setStatus({ state: "ready", baseUrl: "", dataFolder: "", pid: 0 });
    // Events since the connection was lost never arrive.
    if (this.#wasReady) this.emit("engine:event", { kind: "changed", dataKind: "all" } satisfies EngineEvent);
    this.#wasReady = true;
  }

  #lose(): void {
    this.#end();
    const pauseMs = retryPausesMs[Math.min(this.#failures++, retryPausesMs.length - 1)] ?? 0;
    if (this.#failures > 1) this.#setStatus(this.#lostStatus());
    this.#end = this.host.schedule(() => void this.#connect(), pauseMs);
  }

  #lostStatus(): EngineStatus {
    if (!this.host.savesAnswers()) return { state: "away", attempt: this.#failures - 1 };
    const nothing = { baseUrl: "", dataFolder: "", pid: 0 };
    return { state: "ready", ...nothing, isReadOnly: true, seenAtMs: this.#seenAtMs };
  }

  #setStatus(status: EngineStatus): void {
    if (JSON.stringify(status) === JSON.stringify(this.status)) return;
    this.status = status;
    this.emit("engine:status-changed", status);
  }

  /** Returns the result as JSON; the answer itself is not parsed. */
  async call(operation: OperationName, input: unknown): Promise<string> {
    let response: Response;
    let text: string;
    if (this.#token === "") await this.#reading;
    try {
      response = await this.host.request(`/app/v1/${operation}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", [tokenHeader]: this.#token },
        body: JSON.stringify(input),
      });
      text = await response.text();
    } catch {
      return refuse(noAnswer());
    }
    if (response.ok) {
      this.#noteAge(response);
      return `{"ok":true,"data":${text}}`;
    }
    if (response.status === 401) this.host.onUnpaired();
    return refuse(readError(response.status, text));
  }
}

function refuse(error: CallError): string {
  return JSON.stringify({ ok: false, error });
}

function noAnswer(): CallError {
  return { code: "ENGINE_AWAY", message: texts().web.noAnswer, action: null };
}

function readError(status: number, text: string): CallError {
  const { web } = texts();
  // From the service worker: there is no saved answer.
  if (status === 504) return { code: "BAD_CALL", message: web.notSaved, action: web.notSavedAdvice };
  try {
    const { error_detail: detail } = JSON.parse(text);
    const { code, message, action, reason } = detail as ErrorDetail & Pick<CallError, "reason">;
    return { code, message, action: specificAction(code, action), ...(reason && { reason }) };
  } catch {
    // A proxy that cannot reach Tidemark answers in its own words.
    if (status >= 502) return noAnswer();
    return { code: "BAD_CALL", message: web.refused, action: web.refusedAdvice };
  }
}
