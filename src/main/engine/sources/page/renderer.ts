import type { RenderRequest, RenderResult } from "../../../../shared/engine-process.js";

/** Opens a page in a hidden browser and returns its content. Never rejects. */
export type Renderer = (request: RenderRequest, signal: AbortSignal) => Promise<RenderResult>;

/** For the command line, and for servers without a browser. */
export const noWindowRenderer: Renderer = async () => ({
  kind: "failed",
  outcome: "needs a window",
  detail:
    "The page shows its price only in a browser. Check it in the Tidemark app, or on a server started with --browser.",
});

/** The user agent sent to shops: Tidemark, on behalf of one person. */
export function pageUserAgent(version: string): string {
  return `Tidemark/${version} (price check for one person)`;
}

let language: string | undefined;

/** The system's language, for `Accept-Language`. Read once and on demand, because it takes milliseconds. */
export function pageLanguage(): string {
  language ??= Intl.DateTimeFormat().resolvedOptions().locale;
  return language;
}
