import { type Candidate, type Finding, type Origin, origins } from "../candidate.js";
import { likeness } from "../text/words.js";
import { isKeyInUrl, normaliseAddress, type PageIdentity, withoutQuery } from "./page-identity.js";

/** How sure it is that a finding is what the page is about. */
interface Rated {
  readonly finding: Finding;
  readonly score: number;
  /** Its name and address do not say that it is another page's. */
  readonly isNamed: boolean;
}

const points = { sameUrl: 5, samePath: 4, mainEntity: 3, title: 3, keyInUrl: 2, price: 2 } as const;

function urlScore(finding: Finding, page: PageIdentity): number {
  const own = normaliseAddress(finding.url, page.url);
  if (own === null) return 0;
  if (page.addresses.includes(own)) return points.sameUrl;
  const paths = page.addresses.map(withoutQuery);
  // No product's own page is the shop's front page.
  return own.includes("/") && paths.includes(withoutQuery(own)) ? points.samePath : 0;
}

function titleLikeness(finding: Finding, page: PageIdentity): number {
  const { title } = finding;
  return title === null ? 0 : Math.max(0, ...page.titles.map((each) => likeness(title, each)));
}

function hasKeyInUrl(finding: Finding, page: PageIdentity): boolean {
  const keys = [
    finding.sku,
    finding.gtin,
    finding.mpn,
    ...finding.candidates.flatMap(({ keys: each }) => each),
  ];
  return keys.some((key) => key !== null && key.length > 2 && isKeyInUrl(key.toLowerCase(), page));
}

/** The address of a product's own page, which some shops state with its offer. */
function addressOf({ url, candidates }: Finding): string | null {
  return url ?? candidates[0]?.url ?? null;
}

function rate(finding: Finding, page: PageIdentity): Rated {
  const like = titleLikeness(finding, page);
  const score =
    urlScore(finding, page) +
    (finding.isMainEntity ? points.mainEntity : 0) +
    (like >= 0.5 ? like * points.title : 0) +
    (hasKeyInUrl(finding, page) ? points.keyInUrl : 0) +
    (finding.candidates.some(({ price }) => price !== null) ? points.price : 0);
  return { finding, score, isNamed: finding.title === null || like > 0 || addressOf(finding) === null };
}

/** A program's state speaks of many things: only what is surely the page's product counts. */
const minForState = points.price + points.title * 0.6;
/** Below this a finding has nothing but a price: one of several such products is no main product. */
const minAmongMany = points.price + 0.5;

function isSure({ finding, score, isNamed }: Rated, count: number): boolean {
  if (finding.from === "embedded") return score >= minForState;
  return score >= minAmongMany || (count === 1 && isNamed);
}

/** By how much a finding may be less sure than the best one to be a variant of the same product. */
const maxLead = 1;

const minListed = 3;

/** Whether a product has a page of its own that is not this one, which a shop may also have within a category. */
function isElsewhere(finding: Finding, page: PageIdentity): boolean {
  const url = addressOf(finding);
  const own = normaliseAddress(url, page.url);
  const lastPart = (address: string) => withoutQuery(address).split("/").at(-1);
  const isSame = page.addresses.some((each) => own !== null && lastPart(each) === lastPart(own));
  return url !== null && !isSame && urlScore({ ...finding, url }, page) === 0;
}

/** Whether products with pages of their own are listed, as in a category or a search. */
function isList(rated: readonly Rated[], page: PageIdentity): boolean {
  return rated.length >= minListed && rated.every(({ finding }) => isElsewhere(finding, page));
}

/** The products of one source that are the page's own: one, or the variants that it lists one by one. */
function mainOf(findings: readonly Finding[], page: PageIdentity): Finding[] {
  const rated = findings.map((finding) => rate(finding, page)).sort((a, b) => b.score - a.score);
  const [best] = rated;
  if (best === undefined || !isSure(best, findings.length)) return [];
  // However much one of them is like the heading: that may be its own.
  if (isList(rated, page)) return [];
  const { title } = best.finding;
  const alike = rated.filter(
    ({ finding, score }) =>
      (title === null && finding.title === null && score === best.score) ||
      (best.score - score < maxLead &&
        title !== null &&
        finding.title !== null &&
        likeness(title, finding.title) >= 0.6),
  );
  return alike.length > 0 ? alike.map(({ finding }) => finding) : [best.finding];
}

/** What each source says of the page's own product, the most trusted source first. */
export function mainProducts(findings: readonly Finding[], page: PageIdentity): Map<Origin, Finding[]> {
  const main = new Map<Origin, Finding[]>();
  for (const origin of origins) {
    const own = mainOf(
      findings.filter(({ from }) => from === origin),
      page,
    );
    if (own.length > 0) main.set(origin, own);
  }
  return main;
}

/** More products than this make a list. */
const maxProducts = 8;

/**
 * The offers of the several products of which a page's data speaks, where none is the page's own and not all cost the
 * same: each has a name and one price, and none a page of its own.
 */
export function severalProducts(findings: readonly Finding[], page: PageIdentity): Candidate[] {
  for (const origin of ["json-ld", "microdata"] as const) {
    const offered = findings
      .filter(({ from }) => from === origin)
      .flatMap((finding) => {
        const { title, candidates } = finding;
        const [own, ...more] = candidates.filter(({ price }) => price !== null);
        return title === null || own === undefined || more.length > 0 || isElsewhere(finding, page)
          ? []
          : [{ ...own, product: title }];
      });
    const names = new Set(offered.map(({ product }) => product));
    const prices = new Set(offered.map(({ price }) => price));
    if (names.size === offered.length && prices.size > 1 && offered.length <= maxProducts) return offered;
  }
  return [];
}
