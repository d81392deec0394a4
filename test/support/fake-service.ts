import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent with `success` and `meta`. */
  readonly body: object;
}

/** A service whose responses a test sets, in forms that the contract allows but this engine does not send. */
export interface FakeService {
  readonly baseUrl: string;
  readonly asked: string[];
  /** The response to every path except `/usage`. */
  answer: (path: string) => FakeAnswer;
}

const meta = { request_id: "r", credits_used: 0, credits_remaining: 9, rate_limit_remaining: 0 };

const usage: FakeAnswer = {
  body: {
    data: {
      current_period: {
        start_date: "2026-06-01",
        end_date: "2026-06-30",
        requests_made: 1,
        credits_used: 1,
        credits_limit: 10,
        credits_remaining: 9,
      },
      usage_percentage: 10,
      subscription_required: false,
      // A status that this contract does not have yet.
      subscription_status: "gifted",
    },
  },
};

export async function startFakeService(): Promise<FakeService> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const { status = 200, headers = {}, body } = path.endsWith("/usage") ? usage : fake.answer(path);
    response.writeHead(status, { "Content-Type": "application/json", ...headers });
    response.end(JSON.stringify({ success: status === 200, meta, ...body }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const fake: FakeService = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    answer: () => ({ body: { data: [] } }),
  };
  return fake;
}
