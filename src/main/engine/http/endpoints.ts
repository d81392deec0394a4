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

/** The route's own path first, then its legacy paths. */
function expandRoute(route: AnyRoute): Endpoint[] {
  const { method, path } = route;
  const input = (request: RouteRequest) => route.input(request);
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
