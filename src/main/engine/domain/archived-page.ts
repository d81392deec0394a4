import { isAllowedHost, isPublicUrl } from "../../../shared/node/address-guard.js";
import { backoffMs, DAY_MS, HOUR_MS, MINUTE_MS } from "../../../shared/time.js";
import { withoutTracking } from "./product-url.js";
import { isOutlier } from "./quality.js";
import { wordsOf } from "./similar-titles.js";

/** Addresses of a product that an archive is asked for, and copies read of each. */
export const maxAddresses = 3;
export const maxCopies = 36;

/** Names of parameters that open something for one person. */
const secretName =
  /(?:^|[_-])(?:token|key|sig|signature|auth|authorization|session|sessionid|sid|jsessionid|phpsessid|secret|password|passwd|pwd|pw|otp|jwt|ticket|credential|email|e-mail|mail|user|username|userid|login|customer|account|basket|cart)(?:$|[_-])/i;
const secretInPath = /;[^/]*=|\beyJ[\w-]{8,}|@[\w-]+\.\w/;

/** Long random texts. Digits alone are ids of variants; words have hyphens or spaces. */
function looksRandom(value: string): boolean {
  if (value.includes("@") || value.startsWith("eyJ")) return true;
  return value.split(/[^\w+/=-]/).some((part) => {
    const isMixed = /\d/.test(part) && /[a-z]/i.test(part);
    return isMixed && (/^[\w+/=]{20,}$/.test(part) || /^[\da-f]{8}-[\da-f-]{27}$/i.test(part));
  });
}

/** Camel case as words: `accessToken` is `access_token`. */
function toWords(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1_$2");
}

function hasSecret({ pathname, searchParams }: URL): boolean {
  if (secretInPath.test(decodeLoosely(pathname))) return true;
  return [...searchParams].some(([name, value]) => secretName.test(toWords(name)) || looksRandom(value));
}

function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address by which an archive is asked for a page, without what only tracks a visitor; null if it must not be named to
 * one. A host that the owner has allowed is private, whatever its name looks like.
 */
export function archivedAddress(
  address: string,
  { allowedHosts, archive }: { readonly allowedHosts: ReadonlySet<string>; readonly archive: string },
): string | null {
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") return null;
  const isAllowed = isAllowedHost(url, allowedHosts);
  const isPrivate = isAllowed || !isPublicUrl(url);
  if (isPrivate && !(isAllowed && !isPublicUrl(new URL(archive)))) return null;
  const clean = withoutTracking(url);
  return hasSecret(clean) ? null : clean.href;
}

/** A row of an archive's index. */
export interface ArchivedCopy {
  /** `YYYYMMDDhhmmss`, UTC. */
  readonly timestamp: string;
  /** Equal for copies of an unchanged page; null if the archive does not say. */
  readonly digest: string | null;
}

/** Milliseconds UTC; NaN for what is no time. */
export function timestampMs(timestamp: string): number {
  const [, date, time] = /^(\d{4}\d{2}\d{2})(\d{6})$/.exec(timestamp) ?? [];
  if (date === undefined || time === undefined) return Number.NaN;
  const day = date.replace(/(....)(..)(..)/, "$1-$2-$3");
  const atMs = Date.parse(`${day}T${time.replace(/(..)(..)(..)/, "$1:$2:$3")}Z`);
  // `Date` reads February 30 as a day of March.
  return new Date(atMs).getUTCDate() === Number(date.slice(6)) ? atMs : Number.NaN;
}

/** From coarse to fine: the months of a period. */
const periodMonths = [12, 3, 1];

/** Counted from the year 0. */
function monthOf(atMs: number): number {
  return new Date(atMs).getUTCFullYear() * 12 + new Date(atMs).getUTCMonth();
}

/** The start of a month, counted from the year 0. */
function monthMs(month: number): number {
  return Date.UTC(1970, month - 1970 * 12);
}

/**
 * The copies to read, in this order: the one nearest to the middle of each year, then of each quarter and each month that
 * has none yet, the latest first, so that a few copies show how far the price moves.
 */
export function planCopies(
  copies: readonly ArchivedCopy[],
  {
    sinceMs,
    untilMs,
    knownMs,
  }: {
    readonly sinceMs: number | null;
    readonly untilMs: number;
    /** Times of copies that were read before. */
    readonly knownMs: readonly number[];
  },
): ArchivedCopy[] {
  const timeOf = ({ timestamp }: ArchivedCopy) => timestampMs(timestamp);
  const usable = copies.filter((copy) => {
    const atMs = timeOf(copy);
    return atMs >= (sinceMs ?? 0) && atMs < untilMs && !knownMs.includes(atMs);
  });
  const planned: ArchivedCopy[] = [];
  for (const months of periodMonths) {
    const periodOf = (atMs: number) => Math.floor(monthOf(atMs) / months);
    const offBy = (atMs: number) =>
      Math.abs(2 * atMs - monthMs(periodOf(atMs) * months) - monthMs((periodOf(atMs) + 1) * months));
    const filled = new Set([...knownMs, ...planned.map(timeOf)].map(periodOf));
    const byCloseness = usable.toSorted((one, other) => offBy(timeOf(other)) - offBy(timeOf(one)));
    const nearest = new Map(byCloseness.map((copy) => [periodOf(timeOf(copy)), copy]));
    const missing = [...nearest].filter(([period]) => !filled.has(period));
    planned.push(...missing.sort(([one], [other]) => other - one).map(([, copy]) => copy));
  }
  return planned.slice(0, maxCopies);
}

/** Two copies support each other if one price is at most twice the other. */
const maxRatio = 2;

/**
 * The readings that count. One that is implausibly far from the present price needs another copy of about this price, of a
 * page that had changed in between: a page that is read wrongly once is read wrongly each time.
 */
export function plausibleReadings<R extends ArchivedCopy & { readonly priceMinor: number }>(
  readings: readonly R[],
  presentMinor: number,
): R[] {
  return readings.filter(
    (one) =>
      !isOutlier(one.priceMinor, presentMinor) ||
      readings.some(
        (other) =>
          other !== one &&
          (other.digest === null || other.digest !== one.digest) &&
          Math.max(one.priceMinor, other.priceMinor) <= maxRatio * Math.min(one.priceMinor, other.priceMinor),
      ),
  );
}

/** The time of an archive's next request, and its refusals and failures so far. */
export interface ArchivePace {
  readonly nextMs: number;
  /** Whether a request is on its way: `nextMs` is then when it is given up for lost. */
  readonly isAsking: boolean;
  /** When this was written: the clock may be set back. */
  readonly writtenMs: number;
  /** Requests in a row without an answer of use. */
  readonly failures: number;
  /** Answers of 429 within a day of each other. */
  readonly refusals: number;
  readonly refusedMs: number | null;
}

export const firstPace: ArchivePace = {
  nextMs: 0,
  isAsking: false,
  writtenMs: 0,
  failures: 0,
  refusals: 0,
  refusedMs: null,
};

/** From the end of a request to the start of the next. */
export const archiveGapMs = 5_000;
const refusalPauses = { firstMs: 5 * MINUTE_MS, maxMs: 6 * HOUR_MS };
const failurePauses = { firstMs: MINUTE_MS, maxMs: HOUR_MS };
const maxRetryAfterMs = DAY_MS;

export type ArchiveTrouble = "refused" | "failed";

/** The pace after an answer. Whatever product it was for, the archive gets its pause. */
export function nextPace(
  pace: ArchivePace,
  {
    nowMs,
    gapMs,
    trouble,
    retryAfterMs,
  }: {
    readonly nowMs: number;
    readonly gapMs: number;
    readonly trouble: ArchiveTrouble | null;
    readonly retryAfterMs: number | null;
  },
): ArchivePace {
  const now = { isAsking: false, writtenMs: nowMs };
  if (trouble === null) return { ...pace, ...now, nextMs: nowMs + gapMs, failures: 0 };
  const isRecent = pace.refusedMs !== null && Math.abs(nowMs - pace.refusedMs) < DAY_MS;
  const isRefused = trouble === "refused";
  const refusals = isRefused ? (isRecent ? pace.refusals : 0) + 1 : pace.refusals;
  const failures = pace.failures + 1;
  const ownMs = isRefused ? backoffMs(refusals, refusalPauses) : backoffMs(failures, failurePauses);
  return {
    nextMs: nowMs + Math.max(ownMs, Math.min(retryAfterMs ?? 0, maxRetryAfterMs)),
    ...now,
    failures,
    refusals,
    refusedMs: isRefused ? nowMs : pace.refusedMs,
  };
}

/** When the archive may be asked, with a clock that may have been set back since. */
export function nextRequestMs({ nextMs, writtenMs }: ArchivePace, nowMs: number): number {
  return nowMs < writtenMs ? nowMs + nextMs - writtenMs : nextMs;
}

/** More than this share of the words of the shorter name. */
const sameShare = 0.5;

/**
 * Whether a copy's title names the page's product, by the product's title, which the shopper may have changed, and by the
 * words of the address. Another number is another model.
 */
export function isSameTitle(
  shown: string,
  { title, url }: { readonly title: string; readonly url: string },
): boolean {
  const words = new Set(wordsOf(shown));
  const own = wordsOf(title);
  const known = new Set([...own, ...wordsOf(decodeLoosely(new URL(url).pathname))]);
  const numbersOf = (all: Iterable<string>) => [...all].filter((word) => /\p{N}/u.test(word));
  const numbers = numbersOf(words);
  const ownNumbers = numbersOf(own);
  if (numbers.length > 0 && ownNumbers.length > 0 && !numbers.some((each) => ownNumbers.includes(each)))
    return false;
  const common = [...words].filter((word) => known.has(word)).length;
  return common > sameShare * Math.min(words.size, known.size);
}
