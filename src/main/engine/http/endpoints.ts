import type { AnyRoute, LegacyPath, Method, RouteRequest } from "./route.js";
import { routes } from "./routes/index.js";

/** One method of one path, and what it leads to. */
export interface Endpoint {
  readonly method: Method;
  /** Below the base URL, as OpenAPI writes it. */
  readonly path: string;
  readonly route: AnyRoute;
  /** Present where this is an older way to the route. */
  readonly legacy: LegacyPath | null;
  readonly input: (request: RouteRequest) => unknown;
}

/** The route's own path first, then the older ones. */
function endpointsOf(route: AnyRoute): Endpoint[] {
  const { method, path } = route;
  const input = (request: RouteRequest) => route.input(request);
  const older = (route.legacyPaths ?? []).map((legacy) => ({
    method: legacy.method ?? method,
    path: legacy.path,
    route,
    legacy,
    input: legacy.input ?? input,
  }));
  return [{ method, path, route, legacy: null, input }, ...older];
}

export const endpoints: readonly Endpoint[] = routes.flatMap(endpointsOf);

export function endpointsByPath(): Map<string, Endpoint[]> {
  const paths = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint]);
  return paths;
}
