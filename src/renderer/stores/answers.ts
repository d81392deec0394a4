import {
  QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from "@tanstack/react-query";
import type { CallError, OperationInput, OperationName, OperationResult } from "../../shared/calls.js";
import { ask } from "./call-engine.js";

/** Views that mount one after the other share an answer. */
const staleTime = 1_000;
/** How long an answer is kept that no view shows; a product that is opened again within that time shows at once. */
const gcTime = 60 * 60_000;

/** The window's answers from the engine, which is on this computer: reachable offline, and asked again by `call-engine`. */
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

/** Asks again what is on screen. A response in flight may predate what was done, so it is dropped. */
async function askAgain(filters: QueryFilters): Promise<void> {
  await client.cancelQueries(filters);
  await client.invalidateQueries(filters);
}

/** The answers to these questions have changed: those on screen are asked again. */
export function expireAnswers(...operations: readonly OperationName[]): void {
  for (const operation of operations) void askAgain({ queryKey: [operation] });
}

/** Shows what a call is about to change. The call expires the answers when it is done, or has failed. */
export function foreseeAnswers<K extends OperationName>(
  operation: K,
  change: (data: OperationResult<K>) => OperationResult<K>,
): void {
  client.setQueriesData<OperationResult<K>>({ queryKey: [operation] }, (data) => data && change(data));
}

/** Forgets failures, and with `everything` all that is known (the catalogue itself has changed). */
export function forgetAnswers(everything: boolean): void {
  if (everything) void client.resetQueries();
  else void askAgain({ predicate: ({ state }) => state.status === "error" });
}

export interface Answer<K extends OperationName> {
  /** The last good answer, also beside the failure of a newer one. */
  readonly data: OperationResult<K> | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  /** Asks again, whatever is known. */
  readonly refresh: () => void;
}

function toAnswer<K extends OperationName>(
  queryKey: QueryKey,
  { data, error, isPending, isFetching }: UseQueryResult<OperationResult<K>, CallError>,
): Answer<K> {
  // A product that is gone must not be shown as if it were there.
  const isGone = error?.code === "ERR_PRODUCT_NOT_FOUND";
  return {
    data: (isGone ? null : data) ?? null,
    error: isFetching ? null : error,
    isLoading: isFetching || (isPending && error === null),
    refresh: () => void askAgain({ queryKey, exact: true }),
  };
}

/** Answers to several questions of one kind, in their order: the pages of a list, the segments of a history. */
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

/** The answer to one question, asked when the view first needs it. */
export function useAnswer<K extends OperationName>(operation: K, input: OperationInput<K>): Answer<K> {
  const query = question(operation, input);
  return toAnswer<K>(query.queryKey, useQuery(query, client));
}
