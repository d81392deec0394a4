import type { Candidate, Finding, Origin } from "../candidate.js";
import { limits } from "../limits.js";
import table from "../words/schema-org.json" with { type: "json" };
import { candidatesOfOffers } from "./offer.js";
import { gtinOf, keysOf, productTypes } from "./terms.js";
import { hasType, isThing, type Thing, textOf, thingsOf } from "./thing.js";

/** Properties that lead to other products than the page's own. */
const otherProducts = new Set(table.otherProducts.split(" "));

function variantName(variant: Thing, product: Thing): string | null {
  const parts = ["color", "size", "material", "pattern", "suggestedage"].map((name) => textOf(variant, name));
  const extra = thingsOf(variant, "additionalproperty").map((each) => textOf(each, "value"));
  const named = [...parts, ...extra].filter((part) => part !== null).join(" / ");
  if (named !== "") return named;
  const name = textOf(variant, "name");
  return name === textOf(product, "name") ? null : name;
}

function offersOf(thing: Thing): Thing[] {
  return [...thingsOf(thing, "offers"), ...thingsOf(thing, "offer")];
}

function ownCandidates(thing: Thing, from: Origin, variant: string | null, isVariant = false): Candidate[] {
  const [type = "product"] = thing.types;
  const path = `${type.charAt(0).toUpperCase()}${type.slice(1)}.offers`;
  const context = {
    from,
    path,
    variant,
    keys: keysOf(thing),
    url: textOf(thing, "url"),
    currency: null,
    availability: null,
    sku: isVariant ? textOf(thing, "sku") : null,
    gtin: isVariant ? gtinOf(thing) : null,
    title: isVariant ? textOf(thing, "name") : null,
    image: isVariant ? imageOf(thing) : null,
  };
  const nested = candidatesOfOffers(offersOf(thing), context);
  if (nested.length > 0) return nested;
  // Some shops leave the offer out and give the product a price.
  return "price" in thing.props
    ? candidatesOfOffers([thing], { ...context, path: path.replace(".offers", "") })
    : [];
}

function variantsOf(product: Thing): Thing[] {
  const models = thingsOf(product, "model").filter((each) => offersOf(each).length > 0);
  return [...thingsOf(product, "hasvariant"), ...models];
}

function candidatesOf(product: Thing, from: Origin): Candidate[] {
  const variants = variantsOf(product);
  const own = ownCandidates(product, from, variants.length > 0 ? null : variantName(product, product));
  const ofVariants = variants.flatMap((variant) =>
    ownCandidates(variant, from, variantName(variant, product), true),
  );
  // A group's own range only repeats what its variants say one by one.
  const all = ofVariants.some(({ price }) => price !== null) ? ofVariants : [...own, ...ofVariants];
  return all.slice(0, limits.offers);
}

function toFinding(product: Thing, from: Origin, isMainEntity: boolean): Finding {
  const [group] = thingsOf(product, "isvariantof");
  return {
    from,
    title: textOf(product, "name") ?? (group === undefined ? null : textOf(group, "name")),
    brand: textOf(product, "brand", "manufacturer") ?? (group === undefined ? null : textOf(group, "brand")),
    gtin: gtinOf(product),
    sku: textOf(product, "sku", "productid"),
    mpn: textOf(product, "mpn"),
    model: thingsOf(product, "model").length > 0 ? null : textOf(product, "model"),
    image: imageOf(product),
    description: textOf(product, "description"),
    category: textOf(product, "category"),
    url: textOf(product, "url") ?? textOf(product, "mainentityofpage"),
    candidates: candidatesOf(product, from),
    isMainEntity: isMainEntity || "mainentityofpage" in product.props,
  };
}

function imageOf(product: Thing): string | null {
  const [image] = thingsOf(product, "image");
  return image === undefined ? textOf(product, "image") : textOf(image, "contenturl", "url");
}

/** The things within one that is no product itself: the page's main entity, an item list, a breadcrumb. */
function children(thing: Thing): { readonly child: Thing; readonly isMain: boolean }[] {
  return Object.entries(thing.props)
    .filter(([name]) => !otherProducts.has(name))
    .flatMap(([name, values]) =>
      values.filter(isThing).map((child) => ({ child, isMain: name === "mainentity" })),
    );
}

const offerTypes = new Set(["offer"]);

/** The product that an offer of its own names, with that offer unless the product has others. */
function offeredProduct(thing: Thing): Thing | null {
  const [product, ...more] = hasType(thing, offerTypes) ? thingsOf(thing, "itemoffered") : [];
  const isProduct = product !== undefined && more.length === 0 && hasType(product, productTypes);
  if (!isProduct) return null;
  return offersOf(product).length > 0
    ? product
    : { ...product, props: { ...product.props, offers: [thing] } };
}

const maxDepth = 12;

/** Every product among the things, outermost first, without those that another product names as related. */
export function findProducts(things: readonly Thing[], from: Origin): Finding[] {
  const found: Finding[] = [];
  const seen = new Set<Thing>();
  const visit = (thing: Thing, isMain: boolean, depth: number) => {
    if (depth > maxDepth || seen.has(thing) || found.length >= limits.products) return;
    seen.add(thing);
    const offered = offeredProduct(thing);
    if (offered !== null) found.push(toFinding(offered, from, isMain));
    else if (hasType(thing, productTypes)) found.push(toFinding(thing, from, isMain));
    else for (const each of children(thing)) visit(each.child, each.isMain, depth + 1);
  };
  for (const thing of things) visit(thing, false, 0);
  return found;
}

const shopTypes = new Set(["onlinestore", "store", "organization", "corporation", "website"]);

/** The shop's name in its pages' data; null without one, or if there are several. */
export function shopNameOf(things: readonly Thing[]): string | null {
  const names = things.filter((thing) => hasType(thing, shopTypes)).map((thing) => textOf(thing, "name"));
  const [name = null, ...more] = new Set(names.filter((each) => each !== null));
  return more.length === 0 ? name : null;
}
