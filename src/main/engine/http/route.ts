import type { ContractOperation, ContractResult } from "../../../shared/contract/operations.js";
import type { CsvTable } from "./csv.js";
import type { Query } from "./query.js";

/** How an operation of the contract is reached over HTTP. */
export interface Route<K extends ContractOperation> {
  readonly operation: K;
  readonly method: "GET";
  /** Below the base URL. */
  readonly path: string;
  /** Older paths that behave exactly alike (contract, section 9, rule 5). */
  readonly legacyPaths?: readonly string[];
  readonly tag: string;
  readonly summary: string;
  /** Statuses other than 200 that the contract lists. */
  readonly failures: readonly number[];
  /** Parameters under another name, for the OpenAPI document. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The operation's input; may throw a `ContractError`. */
  input(query: Query): unknown;
  /** Present where the endpoint has `format=csv` (decision 20). */
  readonly csv?: CsvTable<ContractResult<K>>;
}

/** A route whose operation is not known to the compiler any more. */
export type AnyRoute = { [K in ContractOperation]: Route<K> }[ContractOperation];
