import type { FetchedPage, FetchFailure } from "../../../../shared/engine-process.js";
import { describeTlsError } from "../../domain/network-error.js";

/** The outcome of fetching a page. */
export type FetchOutcome =
  | (FetchedPage & {
      /** Sent with the next request, so that the shop need not resend an unchanged page. */
      readonly etag: string | null;
      readonly lastModified: string | null;
      readonly retryAfterSeconds: number | null;
    })
  | { readonly kind: "unchanged"; readonly url: string }
  | FetchFailure;

/** A page that the shopper's browser shows. Its HTTP status is unknown, but an error page can be told by its content. */
export function shownPage(url: string, html: string): FetchOutcome {
  return { kind: "page", url, status: 200, html, etag: null, lastModified: null, retryAfterSeconds: null };
}

/** Aborts a fetch with a reason for the user. */
export class FetchRefusal extends Error {
  readonly failure: FetchFailure;

  constructor(outcome: string, detail: string) {
    super(detail);
    this.failure = { kind: "failed", outcome, detail };
  }
}

const networkSentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The shop's server refuses connections.",
  ECONNRESET: "The shop's server closed the connection.",
  ENOTFOUND: "The shop's host name is unknown.",
  EAI_AGAIN: "The shop's host name could not be looked up. Check the network connection.",
  ENETUNREACH: "The network cannot be reached.",
  EHOSTUNREACH: "The shop's server cannot be reached.",
  Z_BUF_ERROR: "The page was cut off before its end.",
};

export function networkFailure(error: unknown): FetchFailure {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const tlsSentence = describeTlsError(code, "shop");
  const isBadData = /^(?:Z_|ZSTD_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_ZSTD)/.test(code);
  const detail =
    networkSentences[code] ??
    (isBadData ? "The page's compressed data is invalid." : null) ??
    (code.startsWith("HPE_") ? "The shop's server, or a proxy before it, sent invalid HTTP." : null) ??
    tlsSentence ??
    `The page could not be fetched (${(code || message).slice(0, 100)}).`;
  return { kind: "failed", outcome: tlsSentence !== null ? "tls" : "network", detail };
}
