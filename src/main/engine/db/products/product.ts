import type { PackSize } from "../../../../shared/app/pack-size.js";
import type { Product } from "../../../../shared/contract/product.js";
import { change, eachRow, getRow, getValue, insert, newIdSql, type ReadDb, type WriteDb } from "../store.js";

/** The contract's lists and nested objects, stored together as JSON. */
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

/** A product with its row id. */
export interface StoredProduct {
  readonly id: number;
  readonly product: Product;
}

function toStoredProduct(row: ProductRow): StoredProduct {
  const product: Product = { title: row.title, service: row.service };
  for (const field of scalarFields) {
    const value = row[field];
    if (value !== null) product[field] = value;
  }
  // Written only by this module, from validated fields.
  return { id: row.id, product: Object.assign(product, JSON.parse(row.details) as Partial<Product>) };
}

export function productById(db: ReadDb, id: number): StoredProduct | undefined {
  const row = getRow<ProductRow>(db, `SELECT ${columns} FROM product WHERE id = ?`, id);
  return row && toStoredProduct(row);
}

export function productIdByKey(db: ReadDb, productKey: string): number | undefined {
  return getValue<number>(db, "SELECT id FROM product WHERE service = ?", productKey);
}

export function* eachProduct(db: ReadDb): Generator<StoredProduct> {
  for (const row of eachRow<ProductRow>(db, `SELECT ${columns} FROM product ORDER BY id`))
    yield toStoredProduct(row);
}

/** Addresses of all products' pictures. */
export function* pictureUrls(db: ReadDb): Generator<string> {
  const sql = "SELECT image.value AS url FROM product, json_each(product.details, '$.images') AS image";
  for (const { url } of eachRow<{ url: string }>(db, sql)) yield url;
}

export function countProducts(db: ReadDb): number {
  return getValue<number>(db, "SELECT count(*) FROM product") ?? 0;
}

/** Empty text, lists and objects count as missing (decision 13). */
function isEmptyValue(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function detailsJson(product: Product): string {
  const details: Record<string, unknown> = {};
  for (const field of detailFields) {
    const value = omitEmptyValues(product[field]);
    if (!isEmptyValue(value)) details[field] = value;
  }
  return JSON.stringify(details);
}

/** Drops an object's empty values, one level deep, such as a Score's empty aspects. */
function omitEmptyValues(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmptyValue(each)));
}

export interface ProductInput {
  readonly product: Product;
  readonly isSample: boolean;
  readonly nowMs: number;
}

function columnValues({ product, isSample, nowMs }: ProductInput) {
  const scalars = scalarFields.map((field) =>
    isEmptyValue(product[field]) ? null : (product[field] ?? null),
  );
  return [
    product.service,
    product.title,
    ...scalars,
    detailsJson(product),
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

export function insertProduct(tx: WriteDb, input: ProductInput): number {
  return insert(
    tx,
    `INSERT INTO product (id, ${savedColumns.join(", ")})
     VALUES (${newIdSql("product")}, ${savedColumns.map(() => "?").join(", ")})`,
    ...columnValues(input),
  );
}

/** The user's own product never becomes a sample product, which would be deleted with the sample data. */
function updatedColumn(column: string): string {
  return column === "is_sample" ? "is_sample = min(is_sample, ?)" : `${column} = ?`;
}

export function updateProduct(tx: WriteDb, id: number, input: ProductInput): void {
  change(
    tx,
    `UPDATE product SET ${savedColumns.map(updatedColumn).join(", ")} WHERE id = ?`,
    ...columnValues(input),
    id,
  );
}

/** Counts the offers that the API may return: evidence for choosing between products with the same identifier. */
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

export function offerCountOf(db: ReadDb, id: number): number {
  return getValue<number>(db, "SELECT offer_count FROM product WHERE id = ?", id) ?? 0;
}

/** An upper bound of the number of products, found without counting them. */
export function productCountBound(db: ReadDb): number {
  return getValue<number>(db, "SELECT max(id) FROM product") ?? 0;
}

/** Whether a product belongs to the sample data. */
export function isSampleProduct(db: ReadDb, id: number): boolean {
  return getRow(db, "SELECT 1 FROM product WHERE id = ? AND is_sample = 1", id) !== undefined;
}

export function sampleProductIds(db: ReadDb): number[] {
  return [...eachRow<{ id: number }>(db, "SELECT id FROM product WHERE is_sample = 1")].map(({ id }) => id);
}

/** Cascades to offers, history and review, but not to the search text: see `deleteProductText`. */
export function deleteProduct(tx: WriteDb, id: number): void {
  change(tx, "DELETE FROM product WHERE id = ?", id);
}

/** How much of a product the user says is in a pack; `null` if nothing. Earlier versions kept what pages say here, too. */
export function sizeByHand(db: ReadDb, productId: number): PackSize | null {
  const sql = "SELECT amount, unit FROM product_size WHERE product_id = ? AND is_by_hand = 1";
  return getRow<PackSize>(db, sql, productId) ?? null;
}

/** Sets or removes what the user says. */
export function setSizeByHand(tx: WriteDb, productId: number, size: PackSize | null): void {
  change(tx, "DELETE FROM product_size WHERE product_id = ?", productId);
  const sql = `INSERT INTO product_size (product_id, amount, unit, is_by_hand)
    VALUES (:productId, :amount, :unit, 1)`;
  if (size !== null) change(tx, sql, { ...size, productId });
}
