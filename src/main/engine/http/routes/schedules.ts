import { z } from "zod";
import { splitIdentifierText } from "../../domain/identifier-list.js";
import { pick } from "../query.js";
import type { Route, RouteRequest } from "../route.js";

/** The body that shipped clients send to the legacy paths (decision 26). */
const legacyBody = z
  .object({
    identifier: z.string(),
    identifiers: z.union([z.array(z.string()), z.string()]).meta({
      description: "A list, or text separated by commas.",
    }),
    frequency: z.string().meta({ description: "hourly, daily or weekly. `schedule` takes precedence." }),
    schedule: z.string(),
    retailer: z.string(),
  })
  .partial();

function bodyIdentifiers(body: Record<string, unknown>): unknown {
  const sent = body.identifiers ?? body.identifier ?? undefined;
  if (typeof sent !== "string") return sent;
  // `identifier` is exactly one, so its commas separate nothing.
  return body.identifiers === undefined ? [sent] : splitIdentifierText(sent);
}

/** The legacy body's fields, named like the query parameters. */
function readLegacyBody({ body }: RouteRequest): Record<string, unknown> {
  // The body is optional, so one that is not JSON is ignored (decision 8).
  if (body.isEmpty || !body.isJson) return {};
  const sent = body.json();
  const fields: Record<string, unknown> = {
    ids: bodyIdentifiers(sent),
    schedule: sent.schedule ?? sent.frequency,
    retailer: sent.retailer ?? undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function fromQuery({ query }: RouteRequest): Record<string, unknown> {
  const ids = query.identifiers() ?? [];
  return { ...(ids.length === 0 ? {} : { ids }), ...pick(query, ["schedule", "retailer"]) };
}

/** Query parameters take precedence over the body (decision 26). */
function legacyInput(request: RouteRequest): unknown {
  return { ...readLegacyBody(request), ...fromQuery(request) };
}

export const scheduledRoute: Route<"schedules.list"> = {
  operation: "schedules.list",
  method: "GET",
  path: "/products/scheduled",
  tag: "Scheduling",
  summary: "List the account's scheduled products",
  failures: [401, 405, 429, 500],
  input: () => ({}),
};

export const scheduleRoute: Route<"schedules.put"> = {
  operation: "schedules.put",
  method: "PUT",
  path: "/products/scheduled",
  legacyPaths: [{ path: "/products/schedule", method: "POST", bodySchema: legacyBody, input: legacyInput }],
  tag: "Scheduling",
  summary: "Schedule products for hourly, daily or weekly checks",
  failures: [400, 401, 403, 404, 405, 429, 500],
  input: fromQuery,
};

export const unscheduleRoute: Route<"schedules.delete"> = {
  operation: "schedules.delete",
  method: "DELETE",
  path: "/products/scheduled",
  legacyPaths: [{ path: "/products/schedule", bodySchema: legacyBody, input: legacyInput }],
  tag: "Scheduling",
  summary: "Stop checking products",
  failures: [400, 401, 405, 429, 500],
  input: fromQuery,
};
