import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { ChannelKind } from "../../src/shared/app/channels.js";
import { listenOn } from "./network.js";

/** A request as a service received it. */
export interface ServiceCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object | string;
}

type HttpKind = Exclude<ChannelKind, "email">;

/** A service as its documentation describes it. */
interface ServiceRules {
  /** The URL to paste, with a token that is accepted or not. */
  address(origin: string, isValid: boolean): string;
  accepted: ServiceAnswer;
  /** The answer to a call that the service refuses: a wrong token, form or length; `null` if it accepts it. */
  refusal(call: ServiceCall): ServiceAnswer | null;
  limited(nowMs: number): ServiceAnswer;
  /** The pause that `limited` asks for; `null` if it leaves it to the sender. */
  readonly pauseMs: number | null;
  readonly tooLarge: ServiceAnswer;
}

const nginxTooLarge: ServiceAnswer = {
  status: 413,
  body: "<html><head><title>413 Request Entity Too Large</title></head></html>",
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function isMissing(value: unknown): boolean {
  return textOf(value).trim() === "";
}

const ntfyToken = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2";
const gotifyToken = "AbCdEf123456789";
const pushoverUser = "uQiRzpo4DXghDmr9QzzfQu27cmVRsG";
const pushoverToken = "azGDORePK8gMaC0QOYAMyEEuzJnyUi";
const botToken = "123456789:AAEhBP0av28fAdQ8gZ6lZ0qKkzB0aB1c2d3";
const discordToken = "11oKpNkqPzT2b0LQ9dYwVX3s_-abcdefghijklmnopqrstuvwxyz0123456789ABCD";
const matrixToken = "syt_cHJpY2Vz_AbCdEfGhIjKlMnOpQrSt_1a2B3c";
const slackToken = "abcdefghijklmnopqrstuvwx";

const pushoverError = (status: number, field: string, error: string): ServiceAnswer => ({
  status,
  body: { [field]: "invalid", errors: [error], status: 0, request: "5042853c-402d-4a18-abcb-168734a801de" },
});

function ntfyError(code: number, error: string): ServiceAnswer {
  return {
    status: Math.floor(code / 100),
    body: { code, http: Math.floor(code / 100), error, link: "https://ntfy.sh/docs/publish/#limitations" },
  };
}

function discordEmbedError({ body }: ServiceCall): ServiceAnswer | null {
  const [embed] = Array.isArray(body.embeds) ? (body.embeds as Record<string, unknown>[]) : [];
  const isValid =
    embed !== undefined && textOf(embed.title).length <= 256 && textOf(embed.description).length <= 4_096;
  return isValid ? null : { status: 400, body: { message: "Invalid Form Body", code: 50035, errors: {} } };
}

export const services: Readonly<Record<HttpKind, ServiceRules>> = {
  ntfy: {
    address: (origin, isValid) =>
      `${origin.replace("//", `//:${isValid ? ntfyToken : "tk_wrong"}@`)}/tidemark-test`,
    accepted: { status: 200, body: { id: "hwQ2YpKdmg", time: 1, event: "message", topic: "tidemark-test" } },
    refusal: ({ path, headers, body }) => {
      if (path !== "/") return ntfyError(40401, "page not found");
      if (headers.authorization !== `Bearer ${ntfyToken}`) return ntfyError(40101, "unauthorized");
      if (!/^[-_A-Za-z0-9]{1,64}$/.test(textOf(body.topic)))
        return ntfyError(40009, "invalid request: topic invalid");
      if (!/^[-_A-Za-z0-9]{1,64}$/.test(textOf(body.sequence_id)))
        return ntfyError(40049, "invalid request: sequence ID invalid");
      return Buffer.byteLength(textOf(body.message)) > 4_096
        ? ntfyError(40014, "invalid request: attachments not allowed")
        : null;
    },
    limited: () => ntfyError(42901, "limit reached: too many requests"),
    pauseMs: null,
    tooLarge: ntfyError(41303, "JSON body too large"),
  },
  gotify: {
    address: (origin, isValid) => `${origin}/message?token=${isValid ? gotifyToken : "Awrong"}`,
    accepted: { status: 200, body: { id: 25, appid: 5, priority: 5, date: "2026-06-15T12:00:00Z" } },
    refusal: ({ headers, body }) => {
      if (headers["x-gotify-key"] !== gotifyToken)
        return {
          status: 401,
          body: {
            error: "Unauthorized",
            errorCode: 401,
            errorDescription:
              "you need to provide a valid access token or user credentials to access this api",
          },
        };
      return isMissing(body.message)
        ? {
            status: 400,
            body: {
              error: "Bad Request",
              errorCode: 400,
              errorDescription: "Field 'message' is required",
            },
          }
        : null;
    },
    // Gotify itself has no limit, but a proxy before it may.
    limited: () => ({ status: 429, headers: { "Retry-After": "90" }, body: "Too Many Requests" }),
    pauseMs: 90_000,
    tooLarge: nginxTooLarge,
  },
  pushover: {
    address: (origin, isValid) =>
      `${origin}/1/messages.json?user=${pushoverUser}&token=${isValid ? pushoverToken : "a".repeat(30)}`,
    accepted: { status: 200, body: { status: 1, request: "647d2300-702c-4b38-8b2f-d56326ae460b" } },
    refusal: ({ path, body }) => {
      if (path !== "/1/messages.json") return { status: 404, body: { status: 0, errors: ["not found"] } };
      if (body.token !== pushoverToken) return pushoverError(400, "token", "application token is invalid");
      if (body.user !== pushoverUser) return pushoverError(400, "user", "user identifier is invalid");
      return isMissing(body.message) || [...textOf(body.message)].length > 1_024
        ? pushoverError(400, "message", "message cannot be blank")
        : null;
    },
    limited: (nowMs) => ({
      status: 429,
      headers: {
        "X-Limit-App-Limit": "10000",
        "X-Limit-App-Remaining": "0",
        "X-Limit-App-Reset": String(Math.floor(nowMs / 1_000) + 7_200),
      },
      body: {
        status: 0,
        errors: ["application has exceeded its monthly message limit"],
        request: "5042853c",
      },
    }),
    pauseMs: 7_200_000,
    tooLarge: pushoverError(413, "attachment", "attachment is too large"),
  },
  telegram: {
    address: (origin, isValid) =>
      `${origin}/bot${isValid ? botToken : `1${botToken}`}/sendMessage?chat_id=987654`,
    accepted: { status: 200, body: { ok: true, result: { message_id: 7 } } },
    refusal: ({ path, body }) => {
      const error = (error_code: number, description: string) => ({
        status: error_code,
        body: { ok: false, error_code, description },
      });
      if (path !== `/bot${botToken}/sendMessage`) return error(401, "Unauthorized");
      if (body.chat_id !== "987654") return error(400, "Bad Request: chat not found");
      if (isMissing(body.text)) return error(400, "Bad Request: message text is empty");
      const shown = textOf(body.text).replace(/<[^>]*>/g, "");
      return shown.length > 4_096 ? error(400, "Bad Request: message is too long") : null;
    },
    limited: () => ({
      status: 429,
      headers: { "Retry-After": "185" },
      body: {
        ok: false,
        error_code: 429,
        description: "Too Many Requests: retry after 185",
        parameters: { retry_after: 185 },
      },
    }),
    pauseMs: 185_000,
    tooLarge: { status: 413, body: { ok: false, error_code: 413, description: "Request Entity Too Large" } },
  },
  discord: {
    address: (origin, isValid) =>
      `${origin}/api/webhooks/112233445566778899/${isValid ? discordToken : `x${discordToken.slice(1)}`}`,
    accepted: { status: 200, body: { id: "1", type: 0, content: "" } },
    refusal: (call) =>
      call.path === `/api/webhooks/112233445566778899/${discordToken}?wait=true`
        ? discordEmbedError(call)
        : { status: 401, body: { message: "Invalid Webhook Token", code: 50027 } },
    limited: () => ({
      status: 429,
      headers: { "Retry-After": "65", "X-RateLimit-Scope": "shared" },
      body: { message: "You are being rate limited.", retry_after: 64.57, global: false },
    }),
    pauseMs: 65_000,
    tooLarge: { status: 413, body: { message: "Request entity too large", code: 40005 } },
  },
  slack: {
    address: (origin, isValid) =>
      `${origin}/services/T0AAAAAAA/B0BBBBBBB/${isValid ? slackToken : "yyyyyyyyyyyyyyyyyyyyyyyy"}`,
    accepted: { status: 200, body: "ok" },
    refusal: ({ path, body }) => {
      if (!path.endsWith(slackToken)) return { status: 403, body: "invalid_token" };
      const isEmpty = isMissing(body.text) && !Array.isArray(body.attachments);
      return isEmpty ? { status: 400, body: "no_text" } : null;
    },
    limited: () => ({ status: 429, headers: { "Retry-After": "61" }, body: "rate_limited" }),
    pauseMs: 61_000,
    tooLarge: { status: 413, body: "payload_too_large" },
  },
  matrix: {
    address: (origin, isValid) =>
      `${origin.replace("http://", `matrix://${isValid ? matrixToken : "syt_wrong"}@`)}/!prices:home.example`,
    accepted: { status: 200, body: { event_id: "$YUwRidLecu" } },
    refusal: ({ method, path, headers, body }) => {
      const error = (status: number, errcode: string, words: string) => ({
        status,
        body: { errcode, error: words },
      });
      if (headers.authorization !== `Bearer ${matrixToken}`)
        return error(401, "M_UNKNOWN_TOKEN", "Invalid access token passed.");
      const room = encodeURIComponent("!prices:home.example");
      const send = `/_matrix/client/v3/rooms/${room}/send/m.room.message/`;
      if (method !== "PUT" || !/^[\w-]+$/.test(path.replace(send, "")))
        return error(404, "M_UNRECOGNIZED", "Unrecognized request");
      if (isMissing(body.body)) return error(400, "M_BAD_JSON", "'body' not in content");
      return JSON.stringify(body).length > 65_536 ? error(413, "M_TOO_LARGE", "event too large") : null;
    },
    limited: () => ({
      status: 429,
      headers: { "Retry-After": "62" },
      body: { errcode: "M_LIMIT_EXCEEDED", error: "Too Many Requests", retry_after_ms: 61_500 },
    }),
    pauseMs: 62_000,
    tooLarge: { status: 413, body: { errcode: "M_TOO_LARGE", error: "event too large" } },
  },
  homeassistant: {
    address: (origin, isValid) => `${origin}/api/webhook/${isValid ? "prices-of-tidemark" : "only-put"}`,
    accepted: { status: 200, body: "" },
    // An unknown id is accepted, too, so that nobody can guess one.
    refusal: ({ path }) =>
      path === "/api/webhook/only-put" ? { status: 405, body: "405: Method Not Allowed" } : null,
    limited: () => ({ status: 503, headers: { "Retry-After": "80" }, body: "Starting" }),
    pauseMs: 80_000,
    tooLarge: { status: 413, body: "413: Request Entity Too Large" },
  },
  apprise: {
    address: (origin, isValid) => `${origin}/notify/${isValid ? "home" : "nowhere"}`,
    accepted: { status: 200, body: { error: null, details: [] } },
    refusal: ({ path, body }) => {
      // The API answers 204, not 404, for a key without a configuration.
      if (path !== "/notify/home") return { status: 204, body: "" };
      return isMissing(body.body)
        ? { status: 400, body: { error: "Payload lacks minimum requirements" } }
        : null;
    },
    limited: () => ({ status: 429, headers: { "Retry-After": "75" }, body: "Too Many Requests" }),
    pauseMs: 75_000,
    tooLarge: { status: 431, body: { error: "The payload is too large" } },
  },
  json: {
    address: (origin, isValid) => `${origin.replace("//", isValid ? "//me:pass-word@" : "//me:wrong@")}/hook`,
    accepted: { status: 202, body: {} },
    refusal: ({ headers, body }) => {
      if (headers.authorization !== `Basic ${btoa("me:pass-word")}`)
        return { status: 401, body: { error: "Wrong password" } };
      return headers["idempotency-key"] === body.id ? null : { status: 400, body: { error: "No id" } };
    },
    limited: (nowMs) => ({
      status: 503,
      headers: { "Retry-After": new Date(nowMs + 120_000).toUTCString() },
      body: { error: "Busy" },
    }),
    pauseMs: 120_000,
    tooLarge: nginxTooLarge,
  },
};

export interface TestService {
  readonly kind: HttpKind;
  readonly address: string;
  readonly wrongAddress: string;
  /** The calls that were accepted. */
  readonly accepted: ServiceCall[];
  /** All calls. */
  readonly calls: ServiceCall[];
  /** Answers in this way from now on; `null` answers as the service does. A promise delays the answer. */
  answerWith(answer: ((call: ServiceCall) => ServiceAnswer | Promise<ServiceAnswer>) | null): void;
  close(): void;
}

async function readCall(request: IncomingMessage): Promise<ServiceCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    body: JSON.parse(text) as ServiceCall["body"],
  };
}

/** Starts a service as `openService` does, and closes it when the test ends. */
export async function startService(kind: HttpKind): Promise<TestService> {
  const service = await openService(kind);
  onTestFinished(() => service.close());
  return service;
}

/** Starts a service on loopback that behaves as its documentation says. */
export async function openService(kind: HttpKind): Promise<TestService> {
  const rules = services[kind];
  const calls: ServiceCall[] = [];
  const accepted: ServiceCall[] = [];
  let override: ((call: ServiceCall) => ServiceAnswer | Promise<ServiceAnswer>) | null = null;
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      const isHealth = kind === "ntfy" && request.url === "/v1/health";
      response.writeHead(isHealth ? 200 : 404).end('{"healthy":true}');
      return;
    }
    void readCall(request).then(async (call) => {
      calls.push(call);
      const refusal = override === null ? rules.refusal(call) : await override(call);
      const { status, headers = {}, body } = refusal ?? rules.accepted;
      if (refusal === null) accepted.push(call);
      response.writeHead(status, headers);
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await listenOn(server, 0);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    kind,
    address: rules.address(origin, true),
    wrongAddress: rules.address(origin, false),
    accepted,
    calls,
    answerWith: (answer) => {
      override = answer;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
