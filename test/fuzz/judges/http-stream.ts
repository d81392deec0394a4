import { Wrong } from "../machinery/target.js";

/** One answer of several that came over a connection. */
export interface StreamedAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const headEnd = "\r\n\r\n";

function chunkedEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    const end = bytes.indexOf("\r\n", at);
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (Number.isNaN(size)) throw new Wrong("An answer's chunks do not come to an end.");
    at = end + 2 + size + 2;
    if (size === 0) return at;
  }
}

/** A HEAD's answer tells the length of a body that does not come. */
function bodyEnd(bytes: Buffer, head: string, from: number): number {
  if (/^transfer-encoding: chunked/im.test(head)) return chunkedEnd(bytes, from);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const isBare = from === bytes.length || bytes.toString("latin1", from, from + 5) === "HTTP/";
  if (!isBare && from + length > bytes.length) throw new Wrong("An answer breaks off.");
  return isBare ? from : from + length;
}

/** Takes what came over a connection apart. Throws `Wrong` where that is not whole answers, one after the other. */
export function answersIn(bytes: Buffer): StreamedAnswer[] {
  const answers: StreamedAnswer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(headEnd, at);
    const head = bytes.toString("latin1", at, end < 0 ? at + 200 : end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status))
      throw new Wrong(`It answered what is no HTTP: ${head.slice(0, 100)}`);
    const from = end + headEnd.length;
    at = status < 200 ? from : bodyEnd(bytes, head, from);
    answers.push({ status, head, body: bytes.toString("utf8", from, at) });
  }
  return answers;
}
