import type { Product } from "../../../shared/contract/product.js";
import { change, eachRow, getRow, insert, type ReadDb, type WriteDb } from "./store.js";

/** The contract's lists and nested objects, kept together as JSON. */
const detailFields = [
  "images",
  "categories",
  "attributes",
  "rating",
  "score",
  "keywords",
  "identifiers",
] as const satisfies readonly (keyof Product)[];

const scalarFields = [
  "title_short",
  "brand",
  "category",
  "barcode",
  "marketplace",
  "model",
  "mpn",
  "color",
  "slug",
  "description",
] as const satisfies readonly (keyof Product)[];

type ScalarField = (typeof scalarFields)[number];
export type ProductRow = Record<ScalarField, string | null> & {
  readonly id: number;
  readonly service: string;
  readonly title: string;
  readonly details: string;
};

const columns = `id, service, title, ${scalarFields.join(", ")}, details`;

/** A stored product with its row number. */
export interface StoredProduct {
  readonly id: number;
  readonly product: Product;
}

function toStored(row: ProductRow): StoredProduct {
  const product: Product = { title: row.title, service: row.service };
  for (const field of scalarFields) {
    const value = row[field];
    if (value !== null) product[field] = value;
  }
  // The JSON holds nothing but checked fields: it is written by `saveProduct` alone.
  return { id: row.id, product: Object.assign(product, JSON.parse(row.details) as Partial<Product>) };
}

export function productById(db: ReadDb, id: number): StoredProduct | undefined {
  const row = getRow<ProductRow>(db, `SELECT ${columns} FROM product WHERE id = ?`, id);
  return row && toStored(row);
}

export function productIdByService(db: ReadDb, service: string): number | undefined {
  return getRow<{ id: number }>(db, "SELECT id FROM product WHERE service = ?", service)?.id;
}

export function* eachProduct(db: ReadDb): Generator<StoredProduct> {
  for (const row of eachRow<ProductRow>(db, `SELECT ${columns} FROM product ORDER BY id`))
    yield toStored(row);
}

export function countProducts(db: ReadDb): number {
  return getRow<{ n: number }>(db, "SELECT count(*) AS n FROM product")?.n ?? 0;
}

/** Empty text, lists and objects are no value (decision 13). */
function isNoValue(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function detailsOf(product: Product): string {
  const details: Record<string, unknown> = {};
  for (const field of detailFields) {
    const value = withoutEmpty(product[field]);
    if (!isNoValue(value)) details[field] = value;
  }
  return JSON.stringify(details);
}

/** Drops the empty values of an object, one level deep: a Score's empty aspects, say. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => !isNoValue(each)));
}

export interface ProductSave {
  readonly product: Product;
  readonly isSample: boolean;
  readonly nowMs: number;
}

function saveValues({ product, isSample, nowMs }: ProductSave) {
  const scalars = scalarFields.map((field) => (isNoValue(product[field]) ? null : (product[field] ?? null)));
  return [
    product.service,
    product.title,
    ...scalars,
    detailsOf(product),
    product.rating?.count ?? 0,
    Number(isSample),
    nowMs,
  ] as const;
}

const savedColumns = [
  "service",
  "title",
  ...scalarFields,
  "details",
  "rating_count",
  "is_sample",
  "updated_at",
];

export function insertProduct(tx: WriteDb, save: ProductSave): number {
  return insert(
    tx,
    `INSERT INTO product (${savedColumns.join(", ")}) VALUES (${savedColumns.map(() => "?").join(", ")})`,
    ...saveValues(save),
  );
}

/** What was once the shopper's own never becomes the sample's, or removing the sample would take it away. */
function updatedColumn(column: string): string {
  return column === "is_sample" ? "is_sample = min(is_sample, ?)" : `${column} = ?`;
}

export function updateProduct(tx: WriteDb, id: number, save: ProductSave): void {
  change(
    tx,
    `UPDATE product SET ${savedColumns.map(updatedColumn).join(", ")} WHERE id = ?`,
    ...saveValues(save),
    id,
  );
}

/** Counts the offers that the API may return, as evidence between products that share an identifier. */
export function refreshOfferCount(tx: WriteDb, id: number): void {
  change(
    tx,
    `UPDATE product SET offer_count = (
       SELECT count(*) FROM offer
       WHERE product_id = product.id AND is_trusted = 1 AND is_valid = 1 AND currency = 'USD')
     WHERE id = ?`,
    id,
  );
}

/** Whether a product belongs to the made-up market. */
export function isSampleProduct(db: ReadDb, id: number): boolean {
  return getRow(db, "SELECT 1 FROM product WHERE id = ? AND is_sample = 1", id) !== undefined;
}

export function sampleProductIds(db: ReadDb): number[] {
  return [...eachRow<{ id: number }>(db, "SELECT id FROM product WHERE is_sample = 1")].map(({ id }) => id);
}

/** Removes a product with its offers, history and review. Its search text is removed by db/product-text.ts. */
export function deleteProduct(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM product WHERE id = ?", id);
}
