import { z } from "zod";
import { DAY_MS } from "../time.js";
import { limits } from "./limits.js";
import { cadence } from "./schedule.js";
import { eventType } from "./webhook.js";

const integerPattern = /^-?\d{1,15}$/;
const decimalPattern = /^-?(\d{1,15}(\.\d+)?|\.\d+)$/;

/** Metadata that replaces a schema in the OpenAPI document with its form in a query string. */
function documentedAs(schema: object) {
  return {
    override: ({ jsonSchema }: { jsonSchema: object }) => {
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, schema);
    },
  };
}

/** Query strings carry numbers as text, whereas the window sends numbers. */
function queryInteger(documented: { minimum: number; maximum?: number; default: number }) {
  const { minimum, maximum = Number.MAX_SAFE_INTEGER } = documented;
  return z
    .union([z.number(), z.string().trim().regex(integerPattern, "is not a whole number").transform(Number)])
    .pipe(z.int("is not a whole number").min(minimum).max(maximum))
    .meta(documentedAs({ type: "integer", ...documented }))
    .default(documented.default);
}

const queryAmount = z
  .union([z.number(), z.string().trim().regex(decimalPattern, "is not a number").transform(Number)])
  .pipe(z.number().min(0))
  .meta(documentedAs({ type: "number", minimum: 0 }));

const offset = queryInteger({ minimum: 0, default: 0 }).meta({
  description: "How many results to skip.",
  example: 0,
});

/** No barcode, link or name is longer. */
const identifier = z.string().max(limits.identifierLength);

/** The transport has already split the list (decision 10), so both transports share this check. */
export const identifierList = z.array(identifier).min(1).max(limits.identifiersPerRequest).meta({
  description:
    "Comma-separated identifiers of any type, 1 to 100: barcode, ASIN, model, MPN, product URL, name, or the service's product id. URLs and names must be URL-encoded.",
  example: "036000291452,B0AURORA01",
});

const labels = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*\.?$/u;

/** Its spelling is normalized where retailers are compared (decision 72). */
const retailer = z
  .string()
  .min(1)
  .max(253)
  .refine((text) => labels.test(text), "must be a domain, such as shop.example")
  .optional()
  .meta({
    description: "Only this retailer's offers (a domain, for example shop.example).",
    example: "shop.example",
  });

/** JSON, or a flat CSV file if the endpoint supports it (decision 20). */
const format = z
  .enum(["json", "csv"])
  .default("json")
  .meta({ description: "`json`, or `csv` for a flattened file.", example: "json" });

const calendarDay = z.iso.date("is not a calendar date in the form YYYY-MM-DD");

export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS);
}

export const productsRequest = z.object({ ids: identifierList, format });

export const searchRequest = z.object({
  q: z
    .string()
    .max(1_000)
    .refine((text) => text.trim() !== "", "must not be blank")
    .meta({ description: "Search terms.", example: "wireless headphones" }),
  limit: queryInteger({
    minimum: 1,
    maximum: limits.searchLimitMax,
    default: limits.searchLimitDefault,
  }).meta({
    description: "How many products to return.",
    example: 20,
  }),
  offset,
  format,
});

export const offersRequest = z.object({ ids: identifierList, retailer, format });

export const historyRequest = z
  .object({
    ids: identifierList,
    start: calendarDay.meta({
      description: "First day, UTC, inclusive. Alias: start_date.",
      example: "2026-05-01",
    }),
    end: calendarDay.meta({
      description: "Last day, UTC, inclusive; at most 366 days after start. Alias: end_date.",
      example: "2026-06-01",
    }),
    retailer,
    format,
  })
  .superRefine((request, issues) => {
    const days = daysBetween(request.start, request.end);
    if (days < 0) issues.addIssue({ code: "custom", path: ["end"], message: "must not be before start" });
    if (days > limits.historyWindowDays)
      issues.addIssue({
        code: "custom",
        path: ["end"],
        message: `must be at most ${limits.historyWindowDays} days after start; it is ${days}`,
      });
  });

export const reviewsRequest = z.object({
  id: identifier
    .trim()
    .min(1)
    .meta({ description: "Exactly one identifier of any type.", example: "036000291452" }),
  format,
});

export const dealSort = z.enum(["hot", "new", "top-hour", "top-day", "top-week"]);

export const dealsRequest = z
  .object({
    sort: dealSort.default("hot").meta({ description: "Order of the deals.", example: "hot" }),
    limit: queryInteger({
      minimum: 1,
      maximum: limits.dealsLimitMax,
      default: limits.dealsLimitDefault,
    }).meta({
      description: "How many deals to return.",
      example: 25,
    }),
    offset,
    category: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: "Only deals of this category.", example: "Headphones" }),
    // Unlike offers, deals may have a retailer's name.
    retailer: z
      .string()
      .trim()
      .min(1)
      .max(253)
      .optional()
      .meta({ description: "Only deals at this retailer.", example: "shop.example" }),
    grade: z
      .enum(["A", "B", "C", "D"])
      .optional()
      .meta({ description: "Only deals of this grade.", example: "A" }),
    min_price: queryAmount.optional().meta({ description: "Lowest price.", example: 50 }),
    max_price: queryAmount.optional().meta({ description: "Highest price.", example: 200 }),
    format,
  })
  .superRefine((request, issues) => {
    const { min_price: minPrice, max_price: maxPrice } = request;
    if (minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice)
      issues.addIssue({ code: "custom", path: ["min_price"], message: "must not be above max_price" });
  });

export const usageRequest = z.object({});

/** Batches of up to 20 run immediately; larger ones become a job (decision 23). */
export const batchRequest = z.object({
  identifiers: z
    .array(identifier.refine((text) => text.trim() !== "", "must not be blank"))
    .min(1)
    .max(limits.identifiersPerRequest)
    .meta({
      description: "1 to 100 identifiers of any type; more than 20 are looked up by a job.",
      example: ["036000291452", "AH-100"],
    }),
  include: z
    .array(z.enum(["offers", "reviews"]))
    .max(20)
    .default([])
    .meta({ description: "What to add to each product found.", example: ["offers"] }),
});

/** Not validated, because an unknown id in a path is a 404. */
const pathId = z.string();

export const batchJobRequest = z.object({
  id: pathId.meta({
    description: "The `batch.id` of the 202 response.",
    example: "batch_7Hq2mXc9TzL0aB4fKs8dWn1P",
  }),
});

export const scheduledListRequest = z.object({});

export const scheduleRequest = z.object({
  ids: identifierList,
  schedule: cadence.meta({ description: "How often the product's prices are checked.", example: "daily" }),
  retailer: retailer.meta({
    description: "Check at this retailer only (a domain).",
    example: "shop.example",
  }),
});

export const unscheduleRequest = z.object({ ids: identifierList });

/** Decision 33. */
const webhookUrl = z
  .string()
  .min(1)
  .max(limits.webhookUrlLength)
  .superRefine((text, issues) => {
    const problem = webhookUrlError(text);
    if (problem !== null) issues.addIssue({ code: "custom", message: problem });
  })
  .meta({
    description: "HTTPS URL, at most 2,048 characters, without user and password.",
    example: "https://hooks.example/tidemark",
  });

function webhookUrlError(text: string): string | null {
  const url = URL.parse(text);
  if (url === null) return "is not a URL";
  if (url.protocol !== "https:") return "must be an HTTPS URL";
  if (url.username !== "" || url.password !== "" || /^[^/]*\/\/[^/?#]*@/.test(text))
    return "must not contain a user name or password";
  // The URL parser accepts these, but they are almost certainly typing errors.
  if (/[\s\\\p{Cc}\p{Bidi_Control}]/u.test(text) || !/^https:\/\/[^/]/i.test(text))
    return "is not a well-formed HTTPS URL";
  return url.port === "0" ? "names port 0" : null;
}

const webhookEvents = z
  .array(eventType)
  .min(1)
  .max(limits.eventsPerWebhook)
  .transform((events) => [...new Set(events)])
  .meta({ description: "The events that the webhook receives.", example: ["price_drop"] });

const webhookId = pathId.meta({ description: "The webhook's id.", example: "wh_4f7Kq2mXc9TzL0aB" });

export const webhookListRequest = z.object({});

export const webhookCreateRequest = z.object({ url: webhookUrl, events: webhookEvents });

export const webhookUpdateRequest = z
  .object({
    id: webhookId,
    url: webhookUrl.optional(),
    events: webhookEvents.optional(),
    is_active: z.boolean().optional().meta({ description: "Whether events are delivered.", example: true }),
  })
  .superRefine((request, issues) => {
    const { url, events, is_active } = request;
    if (url === undefined && events === undefined && is_active === undefined)
      issues.addIssue({ code: "custom", path: ["body"], message: "must have url, events or is_active" });
  });

export const webhookRequest = z.object({ id: webhookId });
