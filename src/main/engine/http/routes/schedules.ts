import { z } from "zod";
import { scheduleRequest, unscheduleRequest } from "../../../../shared/contract/requests.js";
import { splitIdentifierText } from "../../domain/identifier-list.js";
import { parameterError } from "../../operations/request/contract-error.js";
import { sentFields } from "../body.js";
import { pickParameters } from "../query.js";
import type { Route, RouteRequest } from "../route.js";

/** The body that shipped clients send to the legacy paths (decision 26). */
const legacyBody = z.object({
  identifier: z.string().optional().meta({ description: "Exactly one identifier." }),
  identifiers: z
    .union([z.array(z.string()), z.string()])
    .optional()
    .meta({ description: "A list, or text separated by commas.", example: ["036000291452"] }),
  frequency: z
    .string()
    .optional()
    .meta({ description: "hourly, daily or weekly. `schedule` takes precedence.", example: "daily" }),
  schedule: z.string().optional().meta({ description: "hourly, daily or weekly." }),
  retailer: z
    .string()
    .optional()
    .meta({ description: "Check at this retailer only (a domain).", example: "shop.example" }),
});

function bodyIdentifiers({ identifiers, identifier }: Record<string, unknown>): unknown {
  if (typeof identifiers === "string") return splitIdentifierText(identifiers);
  // `identifier` holds exactly one, which may contain commas.
  return identifiers ?? (identifier === undefined || Array.isArray(identifier) ? identifier : [identifier]);
}

interface LegacyFields {
  /** Named like the query parameters. */
  readonly input: Record<string, unknown>;
  /** The names under which the body has them. */
  readonly names: Record<string, string>;
}

function readLegacyBody({ body }: RouteRequest): LegacyFields {
  // The body is optional, so one that is not JSON is ignored (decision 8).
  if (body.isEmpty || !body.isJson) return { input: {}, names: {} };
  const json = sentFields(body);
  const fields = {
    ids: bodyIdentifiers(json),
    schedule: json.schedule ?? json.frequency,
    retailer: json.retailer,
  };
  return {
    input: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    names: {
      ...(json.identifiers === undefined ? { ids: "identifier" } : { ids: "identifiers" }),
      ...(json.schedule === undefined && json.frequency !== undefined ? { schedule: "frequency" } : {}),
    },
  };
}

function readQueryInput({ query, isKnown }: RouteRequest): Record<string, unknown> {
  const ids = query.identifiers(isKnown) ?? [];
  return { ...(ids.length === 0 ? {} : { ids }), ...pickParameters(query, ["schedule", "retailer"]) };
}

/** Query parameters take precedence over the body (decision 26). */
function readLegacyInput(schema: z.ZodType, request: RouteRequest): unknown {
  const { input: bodyInput, names } = readLegacyBody(request);
  const queryInput = readQueryInput(request);
  const input = { ...bodyInput, ...queryInput };
  const { error } = schema.safeParse(input);
  const isFromBody = ([name]: [string, string]) => !(name in queryInput);
  if (error) throw parameterError(error, input, Object.fromEntries(Object.entries(names).filter(isFromBody)));
  return input;
}

export const listSchedulesRoute: Route<"schedules.list"> = {
  operation: "schedules.list",
  method: "GET",
  path: "/products/scheduled",
  tag: "Scheduling",
  summary: "List the account's scheduled products",
  description: "Each product comes with its schedule. Free.",
  errorStatuses: [401, 405, 429, 500, 503],
};

export const putScheduleRoute: Route<"schedules.put"> = {
  operation: "schedules.put",
  method: "PUT",
  path: "/products/scheduled",
  legacyPaths: [
    {
      path: "/products/schedule",
      method: "POST",
      bodySchema: legacyBody,
      input: (request) => readLegacyInput(scheduleRequest, request),
    },
  ],
  tag: "Scheduling",
  summary: "Schedule products for hourly, daily or weekly checks",
  description: "Costs 1 credit per product scheduled; the checks are free.",
  errorStatuses: [400, 401, 403, 404, 405, 429, 500, 503],
  input: readQueryInput,
};

export const deleteScheduleRoute: Route<"schedules.delete"> = {
  operation: "schedules.delete",
  method: "DELETE",
  path: "/products/scheduled",
  legacyPaths: [
    {
      path: "/products/schedule",
      bodySchema: legacyBody,
      input: (request) => readLegacyInput(unscheduleRequest, request),
    },
  ],
  tag: "Scheduling",
  summary: "Stop checking products",
  description: "Their price history stays. Free.",
  errorStatuses: [400, 401, 405, 429, 500, 503],
  input: readQueryInput,
};
