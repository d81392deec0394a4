import { z } from "zod";

/** Limits of the contract's section 8. */
export const limits = {
  identifiersPerRequest: 100,
  historyWindowDays: 366,
  searchLimitMax: 100,
  searchLimitDefault: 20,
  dealsLimitMax: 100,
  dealsLimitDefault: 25,
  requestsPerHour: 1_000,
} as const;

const wholeNumber = /^-?\d{1,15}$/;
const decimalNumber = /^-?(\d{1,15}(\.\d+)?|\.\d+)$/;

/** Query strings carry numbers as text; the window sends numbers. Both are read, nothing else is. */
function queryInteger(min: number, max: number) {
  return z
    .union([z.number(), z.string().trim().regex(wholeNumber, "is not a whole number").transform(Number)])
    .pipe(z.int("is not a whole number").min(min).max(max));
}

const queryAmount = z
  .union([z.number(), z.string().trim().regex(decimalNumber, "is not a number").transform(Number)])
  .pipe(z.number().min(0));

/** Already split by the transport (decision 10), so that both transports share one check. */
const identifierList = z
  .array(z.string())
  .min(1)
  .max(limits.identifiersPerRequest)
  .meta({
    override: { type: "string" },
    description:
      "Comma-separated identifiers of any type, 1 to 100: barcode, ASIN, model, MPN, product URL, name, or the service's product id. URLs and names must be URL-encoded.",
  });

const retailer = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .optional()
  .meta({ description: "Only this retailer's offers (a domain, for example shop.example)." });

/** Output as JSON, or as a flat CSV file where an endpoint offers it (decision 20). */
const format = z
  .enum(["json", "csv"])
  .default("json")
  .meta({ description: "`json`, or `csv` for a flattened file." });

const calendarDay = z.iso.date("is not a calendar date in the form YYYY-MM-DD");

const DAY_MS = 86_400_000;

export function daysBetween(start: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS);
}

export const productsRequest = z.object({ ids: identifierList, format });

export const searchRequest = z.object({
  q: z
    .string()
    .max(1_000)
    .refine((text) => text.trim() !== "", "must not be blank")
    .meta({ description: "Words to look for." }),
  limit: queryInteger(1, limits.searchLimitMax)
    .default(limits.searchLimitDefault)
    .meta({ override: { type: "integer", minimum: 1, maximum: 100, default: 20 } }),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ override: { type: "integer", minimum: 0, default: 0 } }),
  format,
});

export const offersRequest = z.object({ ids: identifierList, retailer, format });

export const historyRequest = z
  .object({
    ids: identifierList,
    start: calendarDay.meta({ description: "First day, UTC, inclusive. Alias: start_date." }),
    end: calendarDay.meta({
      description: "Last day, UTC, inclusive; at most 366 days after start. Alias: end_date.",
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
  id: z.string().trim().min(1).meta({ description: "Exactly one identifier of any type." }),
  format,
});

export const dealSort = z.enum(["hot", "new", "top-hour", "top-day", "top-week"]);

export const dealsRequest = z
  .object({
    sort: dealSort.default("hot"),
    limit: queryInteger(1, limits.dealsLimitMax)
      .default(limits.dealsLimitDefault)
      .meta({ override: { type: "integer", minimum: 1, maximum: 100, default: 25 } }),
    offset: queryInteger(0, Number.MAX_SAFE_INTEGER)
      .default(0)
      .meta({ override: { type: "integer", minimum: 0, default: 0 } }),
    category: z.string().trim().min(1).max(200).optional(),
    retailer: z.string().trim().min(1).max(253).optional(),
    grade: z.enum(["A", "B", "C", "D"]).optional(),
    min_price: queryAmount.optional().meta({ override: { type: "number", minimum: 0 } }),
    max_price: queryAmount.optional().meta({ override: { type: "number", minimum: 0 } }),
    format,
  })
  .superRefine((request, issues) => {
    const { min_price: least, max_price: most } = request;
    if (least !== undefined && most !== undefined && least > most)
      issues.addIssue({ code: "custom", path: ["min_price"], message: "must not be above max_price" });
  });

export const usageRequest = z.object({});
