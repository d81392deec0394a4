import type { Sparkline, WatchRow } from "../../../shared/app/watch.js";
import { escapeHtml } from "../../../shared/escape-html.js";
import { DAY_MS } from "../../../shared/time.js";
import { sparklinePath, sparklineSize } from "../../components/sparkline.js";
import { formatDate, formatMoney } from "../../lib/format.js";
import { shopName } from "../../lib/shop-name.js";
import { locale, texts } from "../../lib/texts.js";
import { rowVerdict } from "../../lib/watch/row-verdict.js";

/** Days of the small charts. */
export const sharedDays = 90;

export interface SharedProduct {
  readonly row: WatchRow;
  readonly line: Sparkline | undefined;
  /** The shop's page. */
  readonly url: string | undefined;
  /** A small JPEG in base64. */
  readonly picture: string | null;
}

interface ShareOptions {
  readonly title: string;
  readonly hasTargets: boolean;
  readonly hasTags: boolean;
  readonly nowMs: number;
}

/** Text that is HTML already. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A template whose values are escaped, unless they are HTML. Values of attributes stand in double quotes. */
function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  const written = values.map((value) => {
    if (typeof value === "string") return escapeHtml(value);
    return value instanceof Html ? value.text : value.map(({ text }) => text).join("");
  });
  return new Html(parts.map((part, index) => part + (written[index] ?? "")).join(""));
}

const nothing = new Html("");

/** The policy names its checksum; a test computes it. */
export const shareStyle = `:root{color-scheme:light dark;--text:light-dark(#0f2329,#eaf2f0);--quiet:light-dark(#56666a,#9cb0b4);--line:light-dark(#e7e0d2,#1d3640);--sea:light-dark(#0b6670,#5cc8c9)}
body{max-width:46rem;margin:0 auto;padding:1.5rem 1rem;background:light-dark(#fffdf9,#10222a);color:var(--text);font:1rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:0}h2{font-size:1.05rem;margin:0}p{margin:.15rem 0}ul{margin:1rem 0;padding:0;list-style:none}
li{display:flex;flex-wrap:wrap;gap:.75rem 1rem;padding:1rem 0;border-top:1px solid var(--line);break-inside:avoid}
img{width:80px;height:80px;border-radius:10px;object-fit:contain;background:#fff}
div{flex:1 1 12rem}svg{width:10rem;height:3rem}path{fill:none;stroke:var(--sea);stroke-width:2;vector-effect:non-scaling-stroke}
a{color:var(--sea)}b{font-size:1.3rem}.quiet{color:var(--quiet);font-size:.9rem}
@media print{:root{color-scheme:light}body{padding:0}}`;
export const shareStyleChecksum = "sha256-MKBECZpBgIgSjSh8ZvqqYkxENWdWC73q1ZwxbwFN9aY=";

const policy = `default-src 'none'; img-src data:; style-src '${shareStyleChecksum}'; base-uri 'none'; form-action 'none'`;

function webLink(url: string | undefined): string | null {
  const parsed = url === undefined ? null : URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.href : null;
}

/** The shop's name with its host, which a name alone could hide. */
function shopText(host: string): string {
  const name = shopName(host);
  return name === host ? host : `${name} (${host})`;
}

function priceLine({ row: { best }, url }: SharedProduct): Html {
  if (best === null) return html`<p>${texts().history.outOfStock}</p>`;
  const link = webLink(url);
  const shop = shopText(best.retailer);
  const where = link === null ? html`${shop}` : html`<a href="${link}" rel="noreferrer">${shop}</a>`;
  return html`<p><b>${formatMoney(best.price, best.currency)}</b> ${where}</p>`;
}

function chart({ line }: SharedProduct, nowMs: number): Html {
  if (line === undefined || line.points.length < 2) return nothing;
  const { width, height } = sparklineSize;
  const path = sparklinePath({ points: line.points, spanMs: sharedDays * DAY_MS, nowMs });
  return html`<svg viewBox="0 0 ${String(width)} ${String(height)}" preserveAspectRatio="none" aria-hidden="true"><path d="${path}"/></svg>`;
}

function item(product: SharedProduct, { hasTargets, hasTags, nowMs }: ShareOptions): Html {
  const { row, picture } = product;
  const { share, tide } = texts();
  // The verdict names the target that it has reached.
  const verdict = rowVerdict(hasTargets ? row : { ...row, target: null });
  const target =
    hasTargets && row.target ? tide.target(formatMoney(row.target.price, row.target.currency)) : "";
  const own = [target, ...(hasTags ? row.tags : [])].filter(Boolean).join(" · ");
  return html`<li>${picture === null ? nothing : html`<img src="data:image/jpeg;base64,${picture}" alt="" width="80" height="80"/>`}
<div><h2>${row.title}</h2>
${priceLine(product)}
<p>${verdict}</p>
${own === "" ? nothing : html`<p>${own}</p>`}
<p class="quiet">${share.seen(formatDate(row.last_check_at ?? row.added_at))}</p></div>
${chart(product, nowMs)}</li>
`;
}

/**
 * A list as a page of its own: without scripts, and without anything from elsewhere, so that nobody learns who opens it.
 * What is private stays out unless the shopper includes it.
 */
export function sharePage(products: readonly SharedProduct[], options: ShareOptions): string {
  const { title, nowMs } = options;
  return html`<!doctype html>
<html lang="${locale()}">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${policy}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="referrer" content="no-referrer"/>
<title>${title}</title>
<style>${new Html(shareStyle)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="quiet">${texts().share.pricesOf(formatDate(nowMs))}</p>
<ul>
${products.map((product) => item(product, options))}</ul>
</main>
</body>
</html>
`.text;
}
