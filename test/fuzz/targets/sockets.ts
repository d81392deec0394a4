import fc, { type Arbitrary } from "fast-check";
import { exchangeBytes } from "../../support/network.js";
import { type Edit, editOf, editText } from "../inputs/bytes.js";
import { answersIn, type StreamedAnswer } from "../judges/http-stream.js";
import { defineTarget } from "../machinery/define-target.js";
import { type Subject, Wrong } from "../machinery/target.js";
import { Callers } from "../support/callers.js";
import { FuzzedEngine } from "../support/engine.js";

/** `HOST` and `KEY` stand for what the running engine has. */
const heads = "Host: HOST\r\nAuthorization: Bearer KEY\r\n";
const originals = [
  `GET /v1/usage HTTP/1.1\r\n${heads}\r\n`,
  `GET /v1/products?ids=AH-100 HTTP/1.1\r\n${heads}\r\nGET /v1/usage HTTP/1.1\r\n${heads}\r\n`,
  `POST /v1/products/batch HTTP/1.1\r\n${heads}Content-Type: application/json\r\nContent-Length: 26\r\n\r\n{"identifiers":["AH-100"]}`,
  `POST /v1/products/batch HTTP/1.1\r\n${heads}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n{"identifiers":["AH-100"]}\r\n0\r\n\r\n`,
  `PUT /v1/webhooks/x HTTP/1.1\r\n${heads}Content-Length: 2\r\n\r\n{}GET /v1/usage HTTP/1.0\r\n${heads}\r\n`,
  `HEAD /v1/deals HTTP/1.1\r\n${heads}Expect: 100-continue\r\n\r\n`,
  `DELETE /v1/products/scheduled?ids=AH-100 HTTP/1.1\r\n${heads}Connection: close\r\n\r\n`,
];
const tokens = [
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "\u0000",
  " ",
  ":",
  "\t",
  "HTTP/1.1",
  "HTTP/9.9",
  "HTTP/1.0",
  "GET",
  "CONNECT",
  "G\u00c9T",
  "*",
  "//",
  "http://[",
  "Content-Length: 0\r\n",
  "Content-Length: 99999999999999999999\r\n",
  "Content-Length: -1\r\n",
  "Content-Length: 5\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: gzip, chunked\r\n",
  "Transfer-Encoding: x\r\n",
  "ffffffffffffffff\r\n",
  "0\r\n\r\n",
  "zz\r\n",
  "-1\r\n",
  "Expect: 100-continue\r\n",
  "Upgrade: h2c\r\n",
  "Connection: close\r\n",
  "Host: evil.example\r\n",
  "Origin: null\r\n",
  "\u00ff\u00fe",
  "x".repeat(9_000),
  "X: y\r\n".repeat(400),
];

interface SocketCase {
  readonly parts: readonly number[];
  readonly edits: readonly Edit<string>[];
}

const cases: Arbitrary<SocketCase> = fc.record({
  parts: fc.array(fc.nat(originals.length - 1), { minLength: 1, maxLength: 3 }),
  edits: fc.array(editOf(fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 6 }))), {
    maxLength: 6,
  }),
});

function bytesOf({ parts, edits }: SocketCase): string {
  return editText(parts.map((part) => originals[part]).join(""), edits);
}

/** An answer in the contract's shape: JSON that says whether it went well, and what not. */
function judgeOne({ status, head, body }: StreamedAnswer): void {
  if (status >= 500) throw new Wrong(`It answered ${status}: ${body.slice(0, 300)}`, "5xx");
  if (body === "" || !/^content-type: application\/json/im.test(head)) return;
  const { success, error_detail } = JSON.parse(body) as { success?: unknown; error_detail?: unknown };
  if (status >= 400 && (success !== false || typeof error_detail !== "object"))
    throw new Wrong(`${status} is not in the shape of an error: ${body.slice(0, 300)}`);
}

/** Answers are whole, none is a fault of the engine's own, and errors are in the contract's shape. */
export function judgeBytes(bytes: string): void {
  for (const answer of answersIn(Buffer.from(bytes))) judgeOne(answer);
}

async function open(): Promise<Subject<SocketCase>> {
  const engine = await FuzzedEngine.start();
  const callers = new Callers(engine.db);
  let sent = 0;
  return {
    cases,
    judge: async (value) => {
      engine.assertAlive();
      if (++sent % 300 === 0) callers.rest();
      const bytes = bytesOf(value)
        .replaceAll("HOST", `127.0.0.1:${engine.port}`)
        .replaceAll("KEY", callers.keyOf("rich"));
      judgeBytes(await exchangeOrReset(engine.port, bytes));
    },
    finish: () => engine.complaints(),
    close: () => engine.close(),
  };
}

/** A peer that is sent nonsense may hang up; that is its right, and what came before it counts. */
async function exchangeOrReset(port: number, bytes: string): Promise<string> {
  try {
    return await exchangeBytes(port, bytes);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ECONNRESET" || code === "EPIPE") return "";
    throw error;
  }
}

export const sockets = defineTarget({
  name: "sockets",
  what: "the API's port: torn, doubled and pipelined requests, false lengths and chunks, garbage",
  share: 60_000,
  lanes: 8,
  open,
});
