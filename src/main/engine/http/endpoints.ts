import { contractOperations } from "../../../shared/contract/operations.js";
import { sentFields } from "./body.js";
import { pickParameters } from "./query.js";
import type { AnyRoute, LegacyPath, Method, RouteRequest } from "./route.js";
import { routes } from "./routes/index.js";

/** One method of one path, with its route. */
export interface Endpoint {
  readonly method: Method;
  /** Relative to the base URL, in OpenAPI syntax. */
  readonly path: string;
  readonly route: AnyRoute;
  /** Null for the route's own path. */
  readonly legacy: LegacyPath | null;
  readonly input: (request: RouteRequest) => unknown;
}

/** The operation's fields, from where the route has them. */
function readInput({ operation, inputSource, pathParameter }: AnyRoute, request: RouteRequest): object {
  const names = Object.keys(contractOperations[operation].input.shape);
  return {
    ...(inputSource === "body" ? sentFields(request.body) : pickParameters(request.query, names)),
    ...(pathParameter && { [pathParameter.field]: request.pathParameter }),
  };
}

/** The route's own path first, then its legacy paths. */
function expandRoute(route: AnyRoute): Endpoint[] {
  const { method, path } = route;
  const input = route.input ?? ((request: RouteRequest) => readInput(route, request));
  const legacyEndpoints = (route.legacyPaths ?? []).map((legacy) => ({
    method: legacy.method ?? method,
    path: legacy.path,
    route,
    legacy,
    input: legacy.input ?? input,
  }));
  return [{ method, path, route, legacy: null, input }, ...legacyEndpoints];
}

export const endpoints: readonly Endpoint[] = routes.flatMap(expandRoute);

export function endpointsByPath(): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint]);
  return paths;
}
