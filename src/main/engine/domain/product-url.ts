import { asinInPath } from "./asin.js";

/**
 * Parameters that track the visitor and do not affect the page. Any other parameter may select a variant and stays
 * (decision 11).
 */
const trackingParameters = new Set([
  "gclid",
  "gclsrc",
  "gbraid",
  "wbraid",
  "dclid",
  "fbclid",
  "msclkid",
  "yclid",
  "ttclid",
  "twclid",
  "igshid",
  "li_fat_id",
  "mc_cid",
  "mc_eid",
  "srsltid",
  "ref",
  "ref_",
  "referrer",
  "tag",
  "linkcode",
  "linkid",
  "ascsubtag",
  "affid",
  "affiliate",
  "aff_id",
  "cjevent",
  "irclickid",
  "irgwc",
  "ranmid",
  "raneaid",
  "ransiteid",
  "clickid",
  "cmpid",
  "campaignid",
  "_ga",
  "_gl",
  "_hsenc",
  "_hsmi",
  "mkt_tok",
  "wt_mc",
  "s_kwcid",
  "ef_id",
  "epik",
  "pd_rd_i",
  "pd_rd_r",
  "pd_rd_w",
  "pd_rd_wg",
  "pf_rd_p",
  "pf_rd_r",
  "qid",
  "sr",
  "spm",
  "scm",
]);

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.startsWith("utm_") || trackingParameters.has(lower);
}

const httpUrl = /^https?:\/\//i;

export function looksLikeUrl(text: string): boolean {
  return httpUrl.test(text);
}

/** Host name in lower case, without `www.` or a trailing dot: the form in which retailers compare (decision 14). */
export function normaliseHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/^(?:www\.)+/, "");
}

function sortedParameters(url: URL): string {
  const parameters = [...url.searchParams].filter(([name]) => !isTracking(name));
  if (parameters.length === 0) return "";
  parameters.sort(([a, x], [b, y]) => (a === b ? compareText(x, y) : compareText(a, b)));
  return `?${new URLSearchParams(parameters).toString()}`;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * The form in which product URLs are compared: no scheme (http and https are equal, decision 43), fragment, `www.`,
 * default port, trailing slash or tracking parameters; other parameters sorted. `null` if it is not an http(s) URL.
 */
export function normaliseProductUrl(text: string): string | null {
  if (!looksLikeUrl(text)) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  // `URL` drops only its own scheme's default port. Here schemes are equal, so drop 443 on http and 80 on https, too.
  const port = url.port === "" || url.port === "80" || url.port === "443" ? "" : `:${url.port}`;
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  return `${normaliseHost(url.hostname)}${port}${path}${sortedParameters(url)}`;
}

/** The ASIN in a marketplace URL's path (`/dp/…`, `/gp/product/…`), in upper case, or `null`. */
export function asinInUrl(text: string): string | null {
  try {
    return asinInPath(new URL(text).pathname);
  } catch {
    return null;
  }
}
