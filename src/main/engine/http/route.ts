import type { z } from "zod";
import {
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "../../../shared/contract/operations.js";
import type { Body } from "./body.js";
import type { CsvTable } from "./csv.js";
import type { Query } from "./query.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a request brought besides its key. */
export interface RouteRequest {
  readonly query: Query;
  /** The part of the path that names something; empty where the route has none. */
  readonly pathParameter: string;
  readonly body: Body;
}

/** A form in which an operation answers when it succeeds. */
export interface SuccessForm {
  readonly status: 200 | 201 | 202;
  readonly schema: z.ZodObject;
  readonly fits: (result: object) => boolean;
}

/** An older way to an operation, which behaves exactly alike (contract, section 9, rule 5). */
export interface LegacyPath {
  readonly path: string;
  /** The route's own where it is left out. */
  readonly method?: Method;
  /** A body that shipped clients send, where there is one (decision 26). */
  readonly bodySchema?: z.ZodObject;
  readonly input?: (request: RouteRequest) => unknown;
}

/** How an operation of the contract is reached over HTTP. */
export interface Route<K extends ContractOperation> {
  readonly operation: K;
  readonly method: Method;
  /** Below the base URL, as OpenAPI writes it. */
  readonly path: string;
  /** The input's field that the path holds, and its name there. */
  readonly pathParameter?: { readonly name: string; readonly field: string };
  readonly legacyPaths?: readonly LegacyPath[];
  readonly tag: string;
  readonly summary: string;
  /** Where the input's other fields come from. */
  readonly fields?: "query" | "body";
  /** 200 with the operation's own output unless told. */
  readonly answers?: readonly SuccessForm[];
  /** Statuses of failures that the contract lists, and those that all can have. */
  readonly failures: readonly number[];
  /** Parameters under another name, for the OpenAPI document. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The operation's input; may throw a `ContractError`. */
  input(request: RouteRequest): unknown;
  /** Present where the endpoint has `format=csv` (decision 20). */
  readonly csv?: CsvTable<ContractResult<K>>;
}

/** A route whose operation is not known to the compiler any more. */
export type AnyRoute = { [K in ContractOperation]: Route<K> }[ContractOperation];

export function answersOf(route: AnyRoute): readonly SuccessForm[] {
  // An operation with several forms names them in its route.
  const schema = contractOperations[route.operation].output as z.ZodObject;
  return route.answers ?? [{ status: 200, schema, fits: () => true }];
}

/** Whether the form has a place for Meta; where it has none, headers carry it (decision 7). */
export function hasMeta({ schema }: SuccessForm): boolean {
  return "meta" in schema.shape;
}
