import type { ChannelKind } from "../../../shared/app/channels.js";
import { post } from "./post.js";
import { jsonFields } from "./services/service.js";

/**
 * The kind of a server of the owner's own, by what it answers: ntfy's says that it is healthy. Null for any other, and if
 * it does not answer within 15 s. Never rejects.
 */
export async function recognizeServer(address: string, userAgent: string): Promise<ChannelKind | null> {
  const url = new URL("/v1/health", address).href;
  const signal = new AbortController().signal;
  const result = await post({ method: "GET", url, headers: {}, body: "" }, { userAgent, signal });
  if (result.kind !== "response" || result.response.status !== 200) return null;
  return jsonFields(result.response).healthy === true ? "ntfy" : null;
}
