import type { Match, MatchField, Product } from "../../../../shared/contract/product.js";
import { findByIdentifier } from "../../db/products/identifier.js";
import { productById } from "../../db/products/product.js";
import { productsTitled, searchProductText } from "../../db/products/product-text.js";
import type { ReadDb } from "../../db/store.js";
import { type LookupPlan, planLookup } from "../../domain/identifier.js";
import { countTokens, parseSearchTerms } from "../../domain/search-terms.js";
import { ContractError } from "../request/contract-error.js";

/** A product and the identifier that matched it. */
export interface MatchedProduct {
  readonly id: number;
  readonly product: Product;
  readonly match: Match;
}

interface IdentifierMatch {
  readonly productId: number;
  readonly by: MatchField;
  readonly candidates: number;
}

/** Longer texts are no names (decision 49). */
function canBeName(text: string): boolean {
  return text.length <= 200 && countTokens(text) <= 32;
}

function findByName(db: ReadDb, identifier: string): IdentifierMatch | null {
  if (!canBeName(identifier)) return null;
  const { ids, total } = searchProductText(db, parseSearchTerms(identifier), { limit: 1, offset: 0 });
  const productId = ids[0];
  return productId === undefined ? null : { productId, by: "name", candidates: total };
}

/** The product that an exact field names. */
export function findByProbes(db: ReadDb, probes: LookupPlan["probes"]): IdentifierMatch | null {
  for (const { kind, key, by } of probes) {
    const found = findByIdentifier(db, kind, key);
    if (found !== null) return { productId: found.productId, by, candidates: found.count };
  }
  return null;
}

/** A product whose title is the text letter for letter, in any case. */
function findByTitle(db: ReadDb, text: string): IdentifierMatch | null {
  if (!canBeName(text)) return null;
  const [productId, ...others] = productsTitled(db, text);
  return productId === undefined ? null : { productId, by: "name", candidates: 1 + others.length };
}

/** Whether a text with commas is one identifier rather than a list (decision 48). */
export function isExactIdentifier(db: ReadDb, text: string): boolean {
  return findByProbes(db, planLookup(text).probes) !== null || findByTitle(db, text) !== null;
}

function findProduct(db: ReadDb, identifier: string): IdentifierMatch | null {
  const { probes, shouldSearchName } = planLookup(identifier);
  const exact = findByProbes(db, probes) ?? (identifier.includes(",") ? findByTitle(db, identifier) : null);
  return exact ?? (shouldSearchName ? findByName(db, identifier) : null);
}

/** The product that matches an identifier of any type, or `null`. */
export function resolveIdentifier(db: ReadDb, identifier: string): MatchedProduct | null {
  const found = findProduct(db, identifier);
  const stored = found === null ? undefined : productById(db, found.productId);
  if (found === null || stored === undefined) return null;
  return {
    id: stored.id,
    product: stored.product,
    match: { identifier, by: found.by, candidates: found.candidates },
  };
}

/**
 * Matches in order of first appearance. Duplicates collapse (decision 10), and unmatched identifiers are
 * omitted. Throws `ERR_PRODUCT_NOT_FOUND` if none matches (section 7, rule 2).
 */
export function resolveIdentifiers(db: ReadDb, identifiers: readonly string[]): MatchedProduct[] {
  const distinct = [...new Set(identifiers)];
  const matches = distinct.map((each) => resolveIdentifier(db, each)).filter((match) => match !== null);
  if (matches.length === 0) throw productNotFound(distinct);
  return matches;
}

const maxNamedIdentifiers = 3;

function productNotFound(identifiers: readonly string[]): ContractError {
  const named = identifiers.slice(0, maxNamedIdentifiers).map((each) => `'${shorten(each)}'`);
  const rest = identifiers.length - named.length;
  const list = named.join(", ") + (rest > 0 ? ` and ${rest} more` : "");
  return new ContractError(
    "ERR_PRODUCT_NOT_FOUND",
    `No product matches ${list}. Tried as barcode, product id, ASIN, URL, model, MPN and name, where the format allows.`,
  );
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

/** The number of distinct products: each is charged once (decision 12). */
export function countDistinctProducts(matches: readonly MatchedProduct[]): number {
  return new Set(matches.map(({ id }) => id)).size;
}
