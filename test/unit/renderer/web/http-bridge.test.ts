import { expect, it } from "vitest";
import { createHttpBridge, savedHeader, type WebHost } from "../../../../src/renderer/web/http-bridge.js";
import { openPageSettings } from "../../../../src/renderer/web/page-settings.js";
import { errorRegistry } from "../../../../src/shared/contract/errors.js";
import type { EngineEvent } from "../../../../src/shared/engine-process.js";
import type { EngineStatus } from "../../../../src/shared/ipc.js";
import { memoryStorage } from "../../../support/memory-storage.js";

const session = { csrf: "token-1", version: "1.2.3", device: { id: 1, name: "Phone" }, secure: true };

type Responder = () => Response;

/** A server without a network: the test sets its answers, and decides when timers end. */
function createServer({ savesAnswers = false } = {}) {
  const requests: { readonly path: string; readonly init: RequestInit | undefined }[] = [];
  const answers = new Map<string, Responder>([["/web/session", () => Response.json(session)]]);
  const events: string[] = [];
  let stream: Parameters<WebHost["openStream"]>[0] | null = null;
  let timer: { readonly run: () => void; readonly ms: number } | null = null;
  const host: WebHost = {
    request: async (path, init) => {
      requests.push({ path, init });
      const answer = answers.get(path);
      if (answer === undefined) throw new TypeError("Failed to fetch");
      return answer();
    },
    openStream: (listener) => {
      stream = listener;
      return () => {
        stream = null;
      };
    },
    schedule: (run, ms) => {
      timer = { run, ms };
      return () => {
        timer = null;
      };
    },
    savesAnswers: () => savesAnswers,
    onUnpaired: () => void events.push("unpaired"),
    onSession: ({ version }) => void events.push(`session ${version}`),
    openPage: (url) => void events.push(`open ${url}`),
    copyText: async (text) => void events.push(`copy ${text}`),
    settings: openPageSettings(memoryStorage()),
    languages: ["de-AT"],
  };
  const bridge = createHttpBridge(host);
  const statuses: EngineStatus[] = [];
  const engineEvents: EngineEvent[] = [];
  bridge.on("engine:status-changed", (status) => statuses.push(status));
  bridge.on("engine:event", (event) => engineEvents.push(event));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    bridge,
    requests,
    events,
    statuses,
    engineEvents,
    answer: (path: string, responder: Responder) => answers.set(path, responder),
    disconnect: () => answers.clear(),
    stream: () => stream,
    pauseMs: () => timer?.ms,
    endPause: async () => {
      timer?.run();
      await settle();
    },
    connect: async () => {
      await bridge.invoke("window:drawn");
      await settle();
      stream?.onOpen();
    },
    settle,
  };
}

const ready = { state: "ready", baseUrl: "", dataFolder: "", pid: 0 };
const find = (server: ReturnType<typeof createServer>) =>
  server.bridge.invokeText("engine:call", "visits.find", { url: "https://shop.example" });

it("sends a call with the session's token, and passes its answer on unread", async () => {
  const server = createServer();
  await server.connect();
  server.answer("/app/v1/visits.find", () => new Response('{"product_key": null}'));
  expect(await find(server)).toBe('{"ok":true,"data":{"product_key": null}}');
  const { init } = server.requests.at(-1) ?? {};
  expect(init?.headers).toMatchObject({ "X-Tidemark-Token": "token-1" });
  expect(init?.body).toBe('{"url":"https://shop.example"}');
});

it("sends no call before the session's token is known", async () => {
  const server = createServer();
  server.answer("/app/v1/visits.find", () => new Response("{}"));
  void server.bridge.invoke("window:drawn");
  await find(server);
  expect(server.requests.at(-1)?.init?.headers).toMatchObject({ "X-Tidemark-Token": "token-1" });
});

it("passes on the server's error", async () => {
  const server = createServer();
  const detail = { code: "ERR_INVALID_PARAMS", message: "No.", action: "Change it.", docs_url: "…" };
  server.answer("/app/v1/visits.find", () => Response.json({ error_detail: detail }, { status: 400 }));
  const error = { code: "ERR_INVALID_PARAMS", message: "No.", action: "Change it." };
  expect(JSON.parse(await find(server))).toEqual({ ok: false, error });
});

it("leaves it to the page to say in its language what is wrong with a file, and what to do in general", async () => {
  const server = createServer();
  const [code, message] = ["ERR_INVALID_PARAMS", "This is a PDF."] as const;
  const reason = { problem: "pdf", detail: "", line: null };
  const detail = { code, message, action: errorRegistry[code].action, docs_url: "…", reason };
  server.answer("/app/v1/visits.find", () => Response.json({ error_detail: detail }, { status: 400 }));
  expect(JSON.parse(await find(server))).toEqual({
    ok: false,
    error: { code, message, action: null, reason },
  });
});

it.each([
  ["<html>Not here</html>", 404, "BAD_CALL"],
  ["<html>Bad gateway</html>", 502, "ENGINE_AWAY"],
  // Of the service worker, which has no saved answer.
  ["", 504, "BAD_CALL"],
])("explains the answer %j with status %i", async (text, status, code) => {
  const server = createServer();
  server.answer("/app/v1/visits.find", () => new Response(text, { status }));
  expect(JSON.parse(await find(server))).toMatchObject({ ok: false, error: { code } });
});

it("reports a call without a connection as one that may be repeated", async () => {
  const server = createServer();
  server.disconnect();
  expect(JSON.parse(await find(server))).toMatchObject({ ok: false, error: { code: "ENGINE_AWAY" } });
});

it("is ready once the stream is open, and forwards its events", async () => {
  const server = createServer();
  await server.connect();
  server.stream()?.onEvent({ kind: "changed", dataKind: "prices" });
  expect(server.statuses).toEqual([ready]);
  expect(server.engineEvents).toEqual([{ kind: "changed", dataKind: "prices" }]);
  expect(await server.bridge.invoke("engine:status")).toEqual(ready);
});

it("tries again at once, then after growing pauses, and reports the second failure", async () => {
  const server = createServer();
  await server.connect();
  server.disconnect();
  server.stream()?.onError();
  expect([server.pauseMs(), server.statuses.at(-1)]).toEqual([0, ready]);
  const pauses: (number | undefined)[] = [];
  for (let attempt = 0; attempt < 7; attempt++) {
    await server.endPause();
    pauses.push(server.pauseMs());
  }
  expect(pauses).toEqual([1_000, 2_000, 5_000, 10_000, 30_000, 30_000, 30_000]);
  expect(server.statuses.slice(1, 3)).toEqual([
    { state: "away", attempt: 1 },
    { state: "away", attempt: 2 },
  ]);
});

it("requests everything again after a lost connection, because events were missed", async () => {
  const server = createServer();
  await server.connect();
  expect(server.engineEvents).toEqual([]);
  server.stream()?.onError();
  await server.endPause();
  server.stream()?.onOpen();
  expect(server.engineEvents).toEqual([{ kind: "changed", dataKind: "all" }]);
});

it("shows saved answers as read-only, with the time of the newest", async () => {
  const server = createServer({ savesAnswers: true });
  const saved = (at: number) => () => Response.json(session, { headers: { [savedHeader]: String(at) } });
  server.answer("/web/session", saved(1_000));
  await server.connect();
  await server.endPause();
  expect(server.statuses).toEqual([{ ...ready, isReadOnly: true, seenAtMs: 1_000 }]);
  expect(server.stream()).toBeNull();
});

it("ignores an attempt that a newer one has overtaken", async () => {
  const server = createServer();
  let answerFirst: (response: Response) => void = () => undefined;
  const first = new Promise<Response>((resolve) => {
    answerFirst = resolve;
  });
  server.answer("/web/session", () => first as unknown as Response);
  await server.bridge.invoke("window:drawn");
  server.answer("/web/session", () => Response.json(session));
  await server.connect();
  answerFirst(new Response("", { status: 401 }));
  await server.settle();
  expect(server.events).not.toContain("unpaired");
});

it.each(["/web/session", "/app/v1/visits.find"])(
  "leaves once %s says that it is not paired",
  async (path) => {
    const server = createServer();
    server.answer(path, () => Response.json({ message: "No.", version: "1.2.3" }, { status: 401 }));
    await server.connect();
    await find(server);
    expect(server.events).toContain("unpaired");
  },
);

it("opens pages and copies texts with the browser", async () => {
  const server = createServer();
  await server.bridge.invoke("shell:open-external", "https://shop.example/");
  await server.bridge.invoke("shell:copy-text", "4006381333931");
  expect(server.events).toEqual(["open https://shop.example/", "copy 4006381333931"]);
});

it("has no channel of the desktop", async () => {
  const { bridge } = createServer();
  await expect(bridge.invoke("data:back-up")).rejects.toThrow("A browser has no data:back-up.");
  expect([bridge.platform, bridge.language, bridge.systemLanguages]).toEqual(["web", "system", ["de-AT"]]);
});

it("stores the settings of the page in the browser", async () => {
  const storage = memoryStorage();
  openPageSettings(storage).update({ theme: "dark", language: "de" });
  expect(openPageSettings(storage).read()).toMatchObject({
    theme: "dark",
    language: "de",
    ownCurrency: null,
  });
});

it.each([
  "",
  "no JSON",
  "null",
  '{"theme":"pink","language":"xx","watchList":{"columns":["gone","day"],"sort":"gone"}}',
])("reads settings of another version: %s", (text) => {
  const storage = memoryStorage();
  storage.setItem("settings", text);
  const { theme, language, watchList } = openPageSettings(storage).read();
  expect([theme, language, watchList.sort]).toEqual(["system", "system", "attention"]);
  expect(watchList.columns).not.toContain("gone");
});
