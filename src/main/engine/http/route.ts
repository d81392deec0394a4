import type { z } from "zod";
import {
  type ContractOperation,
  type ContractResult,
  contractOperations,
} from "../../../shared/contract/operations.js";
import type { IsKnown } from "../domain/identifier-list.js";
import type { Body } from "./body.js";
import type { CsvTable } from "./csv.js";
import type { Query } from "./query.js";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** The parts of a request that an operation's input comes from. */
export interface RouteRequest {
  readonly query: Query;
  /** Empty if the route has none. */
  readonly pathParameter: string;
  readonly body: Body;
  readonly isKnown: IsKnown;
}

/** One form of an operation's successful response. */
export interface SuccessResponse {
  readonly status: 200 | 201 | 202;
  readonly schema: z.ZodObject;
  readonly matches: (result: object) => boolean;
}

/** An older path of an operation, which behaves exactly like the current one (contract §9, rule 5). */
export interface LegacyPath {
  readonly path: string;
  /** Default: the route's own method. */
  readonly method?: Method;
  /** The optional body that shipped clients send (decision 26). */
  readonly bodySchema?: z.ZodObject;
  readonly input?: (request: RouteRequest) => unknown;
}

/** Maps an operation of the contract to HTTP. */
export interface Route<K extends ContractOperation> {
  readonly operation: K;
  readonly method: Method;
  /** Relative to the base URL, in OpenAPI syntax. */
  readonly path: string;
  /** The path parameter's name, and the input field that it fills. */
  readonly pathParameter?: { readonly name: string; readonly field: string };
  readonly legacyPaths?: readonly LegacyPath[];
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** Source of the input's other fields. Default: the query. */
  readonly inputSource?: "query" | "body";
  /** Default: 200 with the operation's output. */
  readonly successes?: readonly SuccessResponse[];
  /** The contract's error statuses of the route, and those common to all routes. */
  readonly errorStatuses: readonly number[];
  /** Parameter names by alias, for the OpenAPI document. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Reads the operation's input; may throw a `ContractError`. Default: its fields, and the path parameter. */
  readonly input?: (request: RouteRequest) => unknown;
  /** Only for endpoints that support `format=csv` (decision 20). */
  readonly csv?: CsvTable<ContractResult<K>>;
}

/** A route of any operation. */
export type AnyRoute = { [K in ContractOperation]: Route<K> }[ContractOperation];

export function successResponses(route: AnyRoute): readonly SuccessResponse[] {
  // An operation whose output is not a single object lists its forms in the route.
  const schema = contractOperations[route.operation].output as z.ZodObject;
  return route.successes ?? [{ status: 200, schema, matches: () => true }];
}

/** Whether the body includes Meta. If not, only the headers carry it (decision 7). */
export function hasMeta({ schema }: SuccessResponse): boolean {
  return "meta" in schema.shape;
}
