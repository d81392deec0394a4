import { readFile } from "node:fs/promises";
import type { ExchangeRates } from "../../../../shared/app/exchange-rates.js";
import { exchangeRates } from "../../../../shared/app/primitives.js";
import { replaceFile } from "../../../../shared/node/replace-file.js";
import { DAY_MS, HOUR_MS } from "../../../../shared/time.js";
import { ratesFile } from "../../db/data-folder.js";
import type { FileVisitor } from "../../sources/page/fetch-page.js";
import type { OperationContext } from "../request/context.js";

/** The European Central Bank's reference rates: about thirty currencies, published on working days. */
export const ratesUrl = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
const maxBytes = 64 * 1_024;
/** A failed request is not repeated in this time. */
const retryAfterMs = HOUR_MS;

/** Reads the bank's file; `null` if it is not one. */
export function parseRates(xml: string, fetchedMs: number): ExchangeRates | null {
  const date = /\btime=['"](\d{4}-\d\d-\d\d)['"]/.exec(xml)?.[1];
  const entries = [...xml.matchAll(/\bcurrency=['"]([A-Z]{3})['"]\s+rate=['"](\d+(?:\.\d+)?)['"]/g)];
  const perEuro = Object.fromEntries(entries.map(([, code, rate]) => [code, Number(rate)]));
  const parsed = exchangeRates.safeParse({ date, fetched_ms: fetchedMs, per_euro: perEuro });
  return parsed.success ? parsed.data : null;
}

interface RateStoreOptions extends Pick<OperationContext, "clock" | "log"> {
  readonly dataFolder: string;
  readonly fetch: FileVisitor;
  readonly url: string;
}

/**
 * Exchange rates, in a file of the data folder. They are fetched when they are asked for, at most once a day, so that a
 * shopper who does not want them causes no request.
 */
export class RateStore {
  readonly #options: RateStoreOptions;
  #failedMs: number | null = null;
  #running: Promise<ExchangeRates | null> | null = null;

  constructor(options: RateStoreOptions) {
    this.#options = options;
  }

  /** The latest rates that can be had; `null` if there were never any. Never rejects. */
  read(): Promise<ExchangeRates | null> {
    this.#running ??= this.#read().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #read(): Promise<ExchangeRates | null> {
    const { clock, log } = this.#options;
    const stored = await this.#stored();
    const nowMs = clock.now();
    const isFresh = stored !== null && Math.abs(nowMs - stored.fetched_ms) < DAY_MS;
    const hasJustFailed = this.#failedMs !== null && Math.abs(nowMs - this.#failedMs) < retryAfterMs;
    if (isFresh || hasJustFailed) return stored;
    const fetched = await this.#fetch(nowMs).catch((error: unknown) => {
      log.error("The exchange rates could not be stored.", error);
      return null;
    });
    this.#failedMs = fetched === null ? nowMs : null;
    return fetched ?? stored;
  }

  async #stored(): Promise<ExchangeRates | null> {
    try {
      const text = await readFile(ratesFile(this.#options.dataFolder), "utf8");
      return exchangeRates.parse(JSON.parse(text));
    } catch {
      // No file yet, or one that something else has changed: it is written anew.
      return null;
    }
  }

  async #fetch(nowMs: number): Promise<ExchangeRates | null> {
    const { dataFolder, fetch, url } = this.#options;
    const response = await fetch(url, { maxBytes, accept: "application/xml,text/xml" });
    if (response.kind !== "file" || response.status !== 200) return null;
    const rates = parseRates(response.bytes.toString("utf8"), nowMs);
    if (rates === null) return null;
    await replaceFile(ratesFile(dataFolder), JSON.stringify(rates));
    return rates;
  }
}
