import { Agent, type IncomingMessage, request } from "node:http";
import type { ApiResponse } from "../../support/network.js";

export interface Sent {
  /** As it stands in the request's first line. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

function read(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => chunks.push(chunk));
    response.once("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    response.once("error", reject);
  });
}

function toAnswer(response: IncomingMessage, text: string): ApiResponse {
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  const isJson = headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  return { status: response.statusCode ?? 0, headers, text, body: isJson ? JSON.parse(text) : {} };
}

/** A client that keeps a few connections open. */
export class HttpClient {
  readonly #agent: Agent;
  readonly #port: number;

  constructor(port: number, connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
    this.#port = port;
  }

  send({ path, method, headers, body }: Sent): Promise<ApiResponse> {
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port: this.#port, path, method, headers, agent: this.#agent };
      const outgoing = request(options, (response) => {
        read(response).then((text) => resolve(toAnswer(response, text)), reject);
      });
      outgoing.once("error", reject);
      outgoing.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
