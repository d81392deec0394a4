import { limits } from "../../../shared/contract/limits.js";
import { parseJson } from "../../../shared/parse-json.js";
import { invalidParams } from "../operations/request/contract-error.js";
import { yieldToEventLoop } from "../operations/request/task-control.js";

/** A request body, validated when a route reads it (decision 8). */
export interface Body {
  readonly isEmpty: boolean;
  /** Whether its content type is JSON. Routes that need no body ignore any other. */
  readonly isJson: boolean;
  /** Throws `ERR_INVALID_PARAMS` unless the body is a JSON object within the size limit. */
  json(): Record<string, unknown>;
}

export const noBody: Body = {
  isEmpty: true,
  isJson: false,
  json: () => {
    throw invalidParams(
      "The request has no body, but a JSON object is required.",
      "Send the parameters as a JSON object with 'Content-Type: application/json'.",
    );
  },
};

function rejectedBody(message: string, action: string, isJson = true): Body {
  return {
    isEmpty: false,
    isJson,
    json: () => {
      throw invalidParams(message, action);
    },
  };
}

function tooLarge(maxBytes: number): Body {
  const size = maxBytes < 1_048_576 ? `${maxBytes / 1_024} KiB` : `${maxBytes / 1_048_576} MiB`;
  return rejectedBody(
    `The body is larger than ${size}.`,
    "Send less at a time; a request holds at most 100 identifiers.",
  );
}

const incomplete = rejectedBody(
  "The connection closed before the whole body arrived.",
  "Send the request again.",
);

function isJsonType(contentType: string | null): boolean {
  const type = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  return type === "application/json" || /^application\/[\w.+-]+\+json$/.test(type);
}

/** Fatal, because a replacement character would change an identifier, which responses repeat exactly as sent. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns an empty text, which is not JSON either, if the bytes are not UTF-8. */
function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return "";
  }
}

function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (value === undefined)
    throw invalidParams("The body is not valid JSON.", "Send one JSON object in UTF-8.");
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidParams("The body is not a JSON object.", 'Send an object, such as {"identifiers": […]}.');
  return value as Record<string, unknown>;
}

/** A body's fields without those that are null, which count as omitted (decision 70). */
export function sentFields(body: Body): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body.json()).filter(([, value]) => value !== null));
}

function notJson(contentType: string | null): Body {
  return rejectedBody(
    `The content type of the body is '${(contentType ?? "none").slice(0, 80)}', not JSON.`,
    "Send 'Content-Type: application/json' with a JSON object.",
    false,
  );
}

function encodedBody(encoding: string): Body {
  return rejectedBody(
    `The body has the content encoding '${encoding.slice(0, 80)}', which is not supported.`,
    "Send the JSON uncompressed, without 'Content-Encoding'.",
  );
}

/** From this size, a body is joined, decoded and parsed in separate turns of the event loop; each takes 15 ms for 4 MB. */
const largeBytes = 256 * 1_024;

export async function readBody(request: Request, maxBytes: number = limits.bodyBytes): Promise<Body> {
  if (request.body === null) return noBody;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > maxBytes) return tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch {
    // The client disconnected, which is not an error of the engine. The request still counts.
    return incomplete;
  }
  if (length === 0) return noBody;
  const contentType = request.headers.get("content-type");
  if (!isJsonType(contentType)) return notJson(contentType);
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") return encodedBody(encoding);
  const endTurn = () => (length < largeBytes ? undefined : yieldToEventLoop());
  await endTurn();
  const bytes = Buffer.concat(chunks);
  await endTurn();
  const text = decodeText(bytes);
  await endTurn();
  return { isEmpty: false, isJson: true, json: () => parseJsonObject(text) };
}
