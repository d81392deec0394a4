import { z } from "zod";
import { splitIdentifierText } from "../../domain/identifier-list.js";
import { pick } from "../query.js";
import type { Route, RouteRequest } from "../route.js";

/** What shipped clients send to the older paths (decision 26). */
const legacyBody = z
  .object({
    identifier: z.string(),
    identifiers: z.union([z.array(z.string()), z.string()]).meta({
      description: "A list, or comma-separated.",
    }),
    frequency: z.string().meta({ description: "hourly, daily or weekly; also as `schedule`." }),
    schedule: z.string(),
    retailer: z.string(),
  })
  .partial();

function bodyIdentifiers(body: Record<string, unknown>): unknown {
  const sent = body.identifiers ?? body.identifier ?? undefined;
  if (typeof sent !== "string") return sent;
  // A lone identifier is whole, commas and all.
  return body.identifiers === undefined ? [sent] : splitIdentifierText(sent);
}

/** Fields of the body under the names of the query. */
function readLegacyBody({ body }: RouteRequest): Record<string, unknown> {
  // No body is needed here, so one of another type is no fault (decision 8).
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

/** Query parameters win over the body (decision 26). */
function legacyInput(request: RouteRequest): unknown {
  return { ...readLegacyBody(request), ...fromQuery(request) };
}

export const scheduledRoute: Route<"schedules.list"> = {
  operation: "schedules.list",
  method: "GET",
  path: "/products/scheduled",
  tag: "Scheduling",
  summary: "Products that the account has scheduled",
  failures: [401, 405, 429, 500],
  input: () => ({}),
};

export const scheduleRoute: Route<"schedules.put"> = {
  operation: "schedules.put",
  method: "PUT",
  path: "/products/scheduled",
  legacyPaths: [{ path: "/products/schedule", method: "POST", bodySchema: legacyBody, input: legacyInput }],
  tag: "Scheduling",
  summary: "Have products checked hourly, daily or weekly",
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
