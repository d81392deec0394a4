/** What came of fetching a page. */
export type FetchOutcome =
  | {
      readonly kind: "page";
      /** Where it was at last, after redirects. */
      readonly url: string;
      readonly status: number;
      readonly html: string;
      /** What to send next time, so that an unchanged page need not be sent again. */
      readonly etag: string | null;
      readonly lastModified: string | null;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: "unchanged"; readonly url: string }
  | {
      readonly kind: "failed";
      /** A short word for lists: `network`, `timeout`, `too large`, `refused address`. */
      readonly outcome: string;
      /** One sentence. */
      readonly detail: string;
    };

export type FetchFailure = Extract<FetchOutcome, { kind: "failed" }>;

/** Ends a fetch with a reason that the user is told. */
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
  ENOTFOUND: "The shop's host name is not known.",
  EAI_AGAIN: "The shop's host name could not be looked up; is the network there?",
  ENETUNREACH: "There is no network.",
  EHOSTUNREACH: "The shop's server cannot be reached.",
  CERT_HAS_EXPIRED: "The shop's certificate has expired.",
  Z_BUF_ERROR: "The page broke off before its end.",
  Z_DATA_ERROR: "The page is compressed in a way that cannot be read.",
};

export function networkFailure(error: unknown): FetchFailure {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const isTls =
    code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL") || code.includes("CERT") || code === "EPROTO";
  const detail =
    networkSentences[code] ??
    (isTls
      ? "No secure connection to the shop's server could be made."
      : `The page could not be fetched (${(code || message).slice(0, 100)}).`);
  return { kind: "failed", outcome: isTls ? "tls" : "network", detail };
}
