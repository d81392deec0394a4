/** One of the responses that came over a connection. */
export interface StreamedResponse {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const headEnd = "\r\n\r\n";

function findChunkedEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const end = bytes.indexOf("\r\n", at);
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (Number.isNaN(size)) throw new Error("The chunks of a response have no end.");
    at = end + 2 + size + 2;
    if (size === 0) return at;
  }
}

/** The response to HEAD has a `Content-Length` without a body. */
function findBodyEnd(bytes: Buffer, head: string, from: number): number {
  if (/^transfer-encoding: chunked/im.test(head)) return findChunkedEnd(bytes, from);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const hasNoBody = from === bytes.length || bytes.toString("latin1", from, from + 5) === "HTTP/";
  if (!hasNoBody && from + length > bytes.length) throw new Error("A response is truncated.");
  return hasNoBody ? from : from + length;
}

/** Splits the bytes of a connection. Throws unless they are complete responses, one after the other. */
export function parseResponses(bytes: Buffer): StreamedResponse[] {
  const responses: StreamedResponse[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(headEnd, at);
    const head = bytes.toString("latin1", at, end < 0 ? at + 200 : end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status)) throw new Error(`Not an HTTP response: ${head.slice(0, 100)}`);
    const from = end + headEnd.length;
    at = status < 200 ? from : findBodyEnd(bytes, head, from);
    responses.push({ status, head, body: bytes.toString("utf8", from, at) });
  }
  return responses;
}

/** Responses are below 500, and errors in JSON have the shape of the contract. */
export function checkStream(bytes: string): void {
  for (const { status, head, body } of parseResponses(Buffer.from(bytes))) {
    if (status >= 500) throw new Error(`Status ${status}: ${body.slice(0, 300)}`);
    if (body === "" || !/^content-type: application\/json/im.test(head)) continue;
    const { success, error_detail } = JSON.parse(body) as { success?: unknown; error_detail?: unknown };
    if (status >= 400 && (success !== false || typeof error_detail !== "object"))
      throw new Error(`The body of ${status} is not an error: ${body.slice(0, 300)}`);
  }
}
