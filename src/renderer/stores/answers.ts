import {
  type Query,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import type { CallError, OperationInput, OperationName, OperationResult } from "../../shared/calls.js";
import { ask, callOnce } from "./call-engine.js";

/** Views that mount one after the other share an answer. */
const staleTime = 1_000;
/** Keeps unused answers for a while, so that reopening a product shows it at once. */
const gcTime = 60 * 60_000;

/** Caches the engine's answers. The engine runs on this computer, so it works offline, and `call-engine` retries. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime,
      gcTime,
      networkMode: "always",
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
  },
});

function question<K extends OperationName>(operation: K, input: OperationInput<K>) {
  return queryOptions<OperationResult<K>, CallError>({
    queryKey: [operation, input],
    queryFn: async () => {
      const result = await ask(operation, input);
      return result.ok ? result.data : Promise.reject(result.error);
    },
  });
}

/**
 * Expires answers and refetches visible ones. A response in flight may predate the change, so it is dropped; a first one is
 * shown before the next request, or changes in quick succession would leave a view empty.
 */
function refetch(filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll(filters)) void refetchQuery(query);
}

async function refetchQuery(query: Query): Promise<void> {
  await Promise.allSettled([query.state.data === undefined ? query.promise : query.cancel({ revert: true })]);
  // What is in flight now was requested after the change.
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false });
}

export function expireAnswers(...operations: readonly OperationName[]): void {
  for (const operation of operations) refetch({ queryKey: [operation] });
}

/** Answers that depend on prices. Lists of results and deals are left out, so that no row moves under the pointer. */
const aboutPrices = [
  "app.statistics",
  "app.info",
  "offers.history",
  "history.before",
  "offers.foreign",
  "offers.terms",
  "products.figures",
  "purchases.list",
  "watch.sparklines",
] as const;

/** Expires what depends on prices, and on what counts of them: targets, purchases, terms. */
export function expirePrices(): void {
  expireAnswers(...aboutPrices);
}

/** Sends a change, and fetches the answers that it changes. Returns the failure, for a form to show; null on success. */
export async function change<K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
  ...changed: readonly OperationName[]
): Promise<CallError | null> {
  const result = await callOnce(operation, input);
  expireAnswers(...changed);
  return result.ok ? null : result.error;
}

export function expireAllAnswers(): void {
  refetch({});
}

/** Applies a change optimistically. The call expires the answers when it succeeds or fails. */
export function foreseeAnswers<K extends OperationName>(
  operation: K,
  change: (data: OperationResult<K>) => OperationResult<K>,
): void {
  client.setQueriesData<OperationResult<K>>({ queryKey: [operation] }, (data) => data && change(data));
}

/** Drops failures; with `everything`, all answers, because the catalogue itself has changed. */
export function forgetAnswers(everything: boolean): void {
  if (everything) void client.resetQueries();
  else refetch({ predicate: ({ state }) => state.status === "error" });
}

export interface Answer<K extends OperationName> {
  /** The last good answer, even if a newer request has failed. */
  readonly data: OperationResult<K> | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  /** Fetches again unconditionally. */
  readonly refresh: () => void;
}

function toAnswer<K extends OperationName>(
  queryKey: QueryKey,
  { data, error, isPending, isFetching }: UseQueryResult<OperationResult<K>, CallError>,
): Answer<K> {
  // A removed product must not be shown from the cache.
  const isGone = error?.code === "ERR_PRODUCT_NOT_FOUND";
  return {
    data: (isGone ? null : data) ?? null,
    error: isFetching ? null : error,
    isLoading: isFetching || (isPending && error === null),
    refresh: () => refetch({ queryKey, exact: true }),
  };
}

/** Answers to several requests of one kind, in order: pages of a list, segments of a history. */
export function useAnswerList<K extends OperationName>(
  operation: K,
  inputs: readonly OperationInput<K>[],
): readonly Answer<K>[] {
  const queries = inputs.map((input) => question(operation, input));
  const results = useQueries({ queries }, client);
  return results.flatMap((result, index) => {
    const query = queries[index];
    return query === undefined ? [] : [toAnswer<K>(query.queryKey, result)];
  });
}

/** The answer to a request, fetched when a view first needs it. */
export function useAnswer<K extends OperationName>(operation: K, input: OperationInput<K>): Answer<K> {
  const query = question(operation, input);
  return toAnswer<K>(query.queryKey, useQuery(query, client));
}
