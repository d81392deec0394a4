import { asinInPath } from "./asin.js";

/**
 * Parameters of advertisements, affiliates and statistics, which do not affect the page. Any other parameter may select a
 * variant and stays (decision 11).
 */
// biome-ignore format: one per line would fill a page
const trackingParameters = new Set([
  // Clicks on advertisements and in social networks.
  "gclid", "gclsrc", "gbraid", "wbraid", "dclid", "gad_source", "gad_campaignid", "srsltid", "fbclid", "msclkid", "yclid", "ysclid",
  "ttclid", "twclid", "rdt_cid", "scclid", "sccid", "igsh", "igshid", "li_fat_id", "epik", "dicbo", "oborigurl", "tblci", "wickedid",
  "s_kwcid", "ef_id", "rb_clickid", "adgroupid", "guce_referrer", "guce_referrer_sig", "guccounter", "_branch_match_id",
  // Affiliates and comparison sites.
  "ref", "ref_", "referrer", "tag", "linkcode", "linkid", "ascsubtag", "creativeasin", "affid", "aff_id", "affiliate", "affiliate_id",
  "aff_fcid", "aff_fsk", "aff_platform", "aff_short_key", "aff_trace_key", "awc", "awinaffid", "awinmid", "cjevent", "cjdata",
  "clickid", "clickref", "irclickid", "irgwc", "irpid", "iradid", "afsrc", "pubref", "ranmid", "raneaid", "ransiteid", "sharedid",
  "sscid", "tduid", "zanpid", "mkcid", "mkevt", "mkrid", "campid", "toolid",
  // Campaigns and mail.
  "campaignid", "cmpid", "icid", "intcid", "int_cmp", "cm_mmc", "cm_sp", "ncid", "mkt_tok", "wt_mc", "wt.mc_id", "wt_zmc",
  "mc_cid", "mc_eid", "vero_id", "oly_enc_id", "oly_anon_id", "elqtrackid", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp",
  "hsctatracking", "_ke", "_kx", "_ga", "_gl", "emci", "emdi", "ceid", "trk", "trkid",
  // Where on the shop's own pages the link stood.
  "qid", "sr", "sprefix", "crid", "dib", "dib_tag", "content-id", "spm", "scm", "algo_pvid", "algo_exp_id", "pdp_npi", "gps-id",
  "curpageloguid", "_trkparms", "_trksid", "amdata",
]);

const trackingPrefix =
  /^(?:(?:utm|mtm|hsa|pd_rd|pf_rd)_|pk_(?:campaign|cid|content|keyword|kwd|medium|source)$)/;

function isTracking(name: string): boolean {
  const lower = name.toLowerCase();
  return trackingPrefix.test(lower) || trackingParameters.has(lower);
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

/** A path without slashes at its end, nor a `ref`, which marketplaces also write there. */
function withoutEnd(path: string): string {
  let end = path.length;
  for (;;) {
    while (path[end - 1] === "/") end--;
    const start = path.lastIndexOf("/", end - 1);
    if (end === 0 || !path.startsWith("/ref=", start)) return path.slice(0, end);
    end = start;
  }
}

const isUnreserved = /[\w.~-]/;

/** Decodes what needs no escape and capitalizes the other escapes (RFC 3986 §6.2.2); a stray `%` is escaped. */
function normaliseEscapes(path: string): string {
  return path.replace(/%([0-9a-f]{2})?/gi, (escaped, hex?: string) => {
    if (hex === undefined) return "%25";
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return isUnreserved.test(character) ? character : escaped.toUpperCase();
  });
}

/**
 * The form in which product URLs are compared: no scheme (http and https are equal, decision 43), fragment, `www.`,
 * default port, trailing slash, tracking parameters or needless escapes; other parameters sorted. `null` if it is not an
 * http(s) URL.
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
  const path = withoutEnd(normaliseEscapes(url.pathname));
  return `${normaliseHost(url.hostname)}${port}${path}${sortedParameters(url)}`;
}

/** The address of the same page, whatever place on it is linked. */
export function withoutFragment(address: string | URL): URL {
  const url = new URL(address);
  url.hash = "";
  return url;
}

/** The address of the same page without its fragment and tracking parameters. */
export function withoutTracking(url: URL): URL {
  const clean = withoutFragment(url);
  for (const name of [...clean.searchParams.keys()]) if (isTracking(name)) clean.searchParams.delete(name);
  return clean;
}

/** The ASIN in a marketplace URL's path (`/dp/…`, `/gp/product/…`), in upper case, or `null`. */
export function asinInUrl(text: string): string | null {
  try {
    return asinInPath(normaliseEscapes(new URL(text).pathname));
  } catch {
    return null;
  }
}
