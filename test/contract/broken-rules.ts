import type { RuleId } from "./rules.js";

/** One change of the program that breaks a rule as a slip would. */
export interface BrokenRule {
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** The change with which `npm run mutation -- rules` breaks each rule, to see whether a test of the rule notices. */
export const brokenRules: Readonly<Record<RuleId, BrokenRule>> = {
  "section 1 base URL": {
    file: "src/main/engine/http/openapi.ts",
    find: 'openapi: "3.0.3"',
    replace: 'openapi: "3.1.0"',
  },
  "section 2 general": {
    file: "src/main/engine/db/product.ts",
    find: "if (value !== null) product[field] = value;",
    replace: "product[field] = value;",
  },
  "section 2 Meta": {
    file: "src/main/engine/operations/request/account-state.ts",
    find: "creditsLeft(state) - credits",
    replace: "creditsLeft(state)",
  },
  "section 2 Product": {
    file: "src/main/engine/db/product.ts",
    find: '"color",',
    replace: "",
  },
  "section 2 Match": {
    file: "src/main/engine/operations/products/resolve-identifiers.ts",
    find: "candidates: found.count }",
    replace: "candidates: 1 }",
  },
  "section 2 Score": {
    file: "src/shared/contract/primitives.ts",
    find: ".min(0).max(1)",
    replace: ".min(0).max(5)",
  },
  "section 2 Offer": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "condition: offer.condition,",
    replace: 'condition: offer.condition ?? "new",',
  },
  "section 2 HistoryPoint": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "fromAvailabilityCode(point.availability)",
    replace: 'fromAvailabilityCode(point.availability) ?? "out"',
  },
  "section 2 ProductWithOffers": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "...withMatch(match), offers:",
    replace: "...match.product, offers:",
  },
  "section 2 Pagination": {
    file: "src/main/engine/operations/products/read-products.ts",
    find: "returned: data.length",
    replace: "returned: limit",
  },
  "section 2 TLDRReview": {
    file: "src/shared/contract/review.ts",
    find: "bottom_line: z.string(),",
    replace: "",
  },
  "section 2 Usage": {
    file: "src/main/engine/operations/account/read-usage.ts",
    find: 'account.status === "canceled" || account.status === "none"',
    replace: 'account.status !== "active"',
  },
  "section 2 Deal": {
    file: "src/shared/contract/deal.ts",
    find: "downvotes: z.int(), ",
    replace: "",
  },
  "section 2 ScheduledProduct": {
    file: "src/main/engine/operations/watch/schedules.ts",
    find: "...(retailer === null ? {} : { retailer }),",
    replace: "",
  },
  "section 2 BatchResult": {
    file: "src/main/engine/operations/batch/look-up-batch.ts",
    find: "...(includesReviews ? { review } : {})",
    replace: "...(review ? { review } : {})",
  },
  "section 2 BatchSummary": {
    file: "src/main/engine/operations/batch/look-up-batch.ts",
    find: "total: results.length",
    replace: "total: found",
  },
  "section 2 BatchJob": {
    file: "src/main/engine/operations/batch/batch.ts",
    find: ", estimated_seconds: estimate",
    replace: "",
  },
  "section 2 Webhook": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "consecutive_failures: consecutiveFailures",
    replace: "consecutive_failures: failureCount",
  },
  "section 3 webhook": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "is_active === true && !before.isActive ? 0 : before.consecutiveFailures",
    replace: "before.consecutiveFailures",
  },
  "section 3 event delivery": {
    file: "src/main/engine/webhooks/post-event.ts",
    find: "status >= 200 && status < 300",
    replace: "status === 200",
  },
  "section 3 scheduled product": {
    file: "src/main/engine/operations/watch/schedules.ts",
    find: "{ cadence, retailer, dueMs }",
    replace: "{ cadence: existing.cadence, retailer, dueMs }",
  },
  "section 3 batch job": {
    file: "src/main/engine/db/batch-job.ts",
    find: "SET status = 'processing', processed = ?",
    replace: "SET processed = ?",
  },
  "section 4 success": {
    file: "src/main/engine/http/respond.ts",
    find: '`{"success":true`',
    replace: "'{\"success\":' + withMeta",
  },
  "section 4 format": {
    file: "src/main/engine/http/app.ts",
    find: '"text/csv; charset=utf-8"',
    replace: '"text/plain; charset=utf-8"',
  },
  "section 4 identifier lists": {
    file: "src/main/engine/operations/products/resolve-identifiers.ts",
    find: "matches.length === 0",
    replace: "matches.length < distinct.length",
  },
  "section 4 unread parameters": {
    file: "src/main/engine/http/query.ts",
    find: 'parameter.name === "ids"',
    replace: '["ids", "url"].includes(parameter.name)',
  },
  "section 4 GET /products": {
    file: "src/main/engine/operations/products/read-products.ts",
    find: "matches.map(withMatch)",
    replace: "matches.map(({ product }) => product)",
  },
  "section 4 GET /products/search": {
    file: "src/main/engine/db/product-text.ts",
    find: "MATCH ? ORDER BY rank LIMIT",
    replace: "MATCH ? ORDER BY rowid LIMIT",
  },
  "section 4 GET /products/offers": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "if (!offersByProduct.has(id))",
    replace: "if (offersByProduct.size === 0)",
  },
  "section 4 GET /products/offers/history": {
    file: "src/main/engine/db/price-history.ts",
    find: "atMs >= fromMs && atMs < toMs",
    replace: "atMs < toMs",
  },
  "section 4 GET /products/reviews": {
    file: "src/main/engine/operations/products/read-products.ts",
    find: "title: match.product.title }, review }",
    replace: "title: match.product.title }, ...(review && { review }) }",
  },
  "section 4 POST /products/batch": {
    file: "src/main/engine/http/routes/products.ts",
    find: "status: 202",
    replace: "status: 200",
  },
  "section 4 GET /batch/{batchId}": {
    file: "src/main/engine/operations/batch/batch.ts",
    find: 'job.error ?? "The job failed."',
    replace: '"The job failed."',
  },
  "section 4 GET /products/scheduled": {
    file: "src/main/engine/db/schedule.ts",
    find: "WHERE account_id = ? ORDER BY id",
    replace: "WHERE ? > 0 ORDER BY id",
  },
  "section 4 PUT /products/scheduled": {
    file: "src/shared/contract/schedule.ts",
    find: '["hourly", "daily", "weekly"]',
    replace: '["hourly", "daily"]',
  },
  "section 4 DELETE /products/scheduled": {
    file: "src/main/engine/operations/watch/schedules.ts",
    find: "ids.flatMap((each) => resolveIdentifier(tx, each)?.id ?? [])",
    replace: "resolveIdentifiers(tx, ids).map(({ id }) => id)",
  },
  "section 4 scheduling": {
    file: "src/main/engine/sources/sample/retailers.ts",
    find: "sampleRetailers.filter(({ isRecheckable }) => isRecheckable)",
    replace: "sampleRetailers",
  },
  "section 4 GET /deals": {
    file: "src/main/engine/db/deal.ts",
    find: 'join(" AND ")',
    replace: 'join(" OR ")',
  },
  "section 4 GET /webhooks": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "failure_count: failureCount,",
    replace: 'failure_count: failureCount, secret: webhook.secret.toString("base64"),',
  },
  "section 4 POST /webhooks": {
    file: "src/main/engine/http/routes/webhooks.ts",
    find: "status: 201",
    replace: "status: 200",
  },
  "section 4 PUT /webhooks/{webhookId}": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "is_active ?? before.isActive",
    replace: "is_active ?? true",
  },
  "section 4 DELETE /webhooks/{webhookId}": {
    file: "src/main/engine/db/webhook.ts",
    find: "DELETE FROM webhook WHERE id = ?",
    replace: "UPDATE webhook SET is_active = 0 WHERE id = ?",
  },
  "section 4 POST /webhooks/{webhookId}/test": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "delivered: error === null",
    replace: "delivered: responseCode !== null",
  },
  "section 4 GET /usage": {
    file: "src/main/engine/operations/account/read-usage.ts",
    find: "Math.max(0, creditLimit - usage.creditsUsed)",
    replace: "creditLimit",
  },
  "section 4 offer rule 1": {
    file: "src/main/engine/db/offer.ts",
    find: " AND currency = 'USD'",
    replace: "",
  },
  "section 4 offer rule 2": {
    file: "src/main/engine/db/offer.ts",
    find: "AND is_valid = 1 ",
    replace: "",
  },
  "section 4 offer rule 3": {
    file: "src/main/engine/db/offer.ts",
    find: "offer.retailer === retailer",
    replace: "offer.retailer.endsWith(retailer)",
  },
  "section 4 offer rule 4": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "offer.isAuction",
    replace: "false",
  },
  "section 5 rule 1": {
    file: "src/main/engine/http/app.ts",
    find: '.get("api_key")',
    replace: '.get("apiKey")',
  },
  "section 5 rule 2": {
    file: "src/shared/api-key.ts",
    find: "[A-Za-z0-9]{32}",
    replace: "[A-Za-z0-9]{32,}",
  },
  "section 5 rule 4": {
    file: "src/main/engine/operations/request/authenticate.ts",
    find: '"ERR_AUTH_REVOKED"',
    replace: '"ERR_AUTH_INVALID"',
  },
  "section 5 rule 5": {
    file: "src/main/engine/operations/request/account-state.ts",
    find: '"ERR_SUBSCRIPTION_INACTIVE"',
    replace: '"ERR_SUBSCRIPTION_REQUIRED"',
  },
  "section 5 rule 6": {
    file: "src/main/engine/operations/perform.ts",
    find: "isMetered(caller) ? tx : null",
    replace: "isMetered(caller) && !caller.isReadOnly ? tx : null",
  },
  "section 5 rule 7": {
    file: "src/main/engine/http/middleware/loopback-guard.ts",
    find: '"ERR_METHOD_NOT_ALLOWED"',
    replace: '"ERR_ENDPOINT_NOT_FOUND"',
  },
  "section 6 event types": {
    file: "src/main/engine/operations/webhooks/publish-event.ts",
    find: "events.includes(type) &&",
    replace: "",
  },
  "section 6 delivery": {
    file: "src/main/engine/webhooks/post-event.ts",
    find: "String(post.attempt)",
    replace: "String(post.attempt - 1)",
  },
  "section 6 signature": {
    file: "src/main/engine/webhooks/signature.ts",
    find: ".`).update(body)",
    replace: "`).update(body)",
  },
  "section 6 delivery rule 1": {
    file: "src/main/engine/webhooks/post-event.ts",
    find: "status >= 200 && status < 300",
    replace: "status >= 200 && status < 500",
  },
  "section 6 delivery rule 2": {
    file: "src/main/engine/operations/webhooks/outbox.ts",
    find: "serializeDelivery(event, attempt, nowMs)",
    replace: "serializeDelivery(event, attempt, event.createdMs)",
  },
  "section 6 delivery rule 3": {
    file: "src/main/engine/domain/delivery-retries.ts",
    find: "30 * MINUTE_MS",
    replace: "3 * MINUTE_MS",
  },
  "section 6 delivery rule 4": {
    file: "src/main/engine/operations/webhooks/record-attempt.ts",
    find: "if (outcome.error === null) resetWebhookFailures(tx, webhookId);",
    replace: "if (outcome.error === null) return;",
  },
  "section 6 delivery rule 5": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "    ...secrets,",
    replace: "    ...secrets,\n    secret: webhook.id,",
  },
  "section 7 shape": {
    file: "src/main/engine/http/respond.ts",
    find: "error: error.message,",
    replace: "error: error.code,",
  },
  "section 7 ERR_AUTH_MISSING": {
    file: "src/shared/contract/errors.ts",
    find: "ERR_AUTH_MISSING: {\n    status: 401",
    replace: "ERR_AUTH_MISSING: {\n    status: 405",
  },
  "section 7 ERR_AUTH_INVALID": {
    file: "src/main/engine/operations/request/authenticate.ts",
    find: "/^Bearer (\\S+)$/",
    replace: "/^Bearer +(\\S+)$/",
  },
  "section 7 ERR_AUTH_REVOKED": {
    file: "src/main/engine/db/api-key.ts",
    find: "WHERE hash = ? AND revoked_at IS NULL",
    replace: "WHERE hash = ?",
  },
  "section 7 ERR_SUBSCRIPTION_REQUIRED": {
    file: "src/shared/contract/errors.ts",
    find: "ERR_SUBSCRIPTION_REQUIRED: {\n    status: 403",
    replace: "ERR_SUBSCRIPTION_REQUIRED: {\n    status: 401",
  },
  "section 7 ERR_SUBSCRIPTION_INACTIVE": {
    file: "src/shared/contract/errors.ts",
    find: "ERR_SUBSCRIPTION_INACTIVE: {\n    status: 403",
    replace: "ERR_SUBSCRIPTION_INACTIVE: {\n    status: 401",
  },
  "section 7 ERR_CREDITS_EXHAUSTED": {
    file: "src/main/engine/operations/request/contract-error.ts",
    find: "options.retryAfterSeconds ?? null",
    replace: "options.retryAfterSeconds ?? (errorRegistry[code].status === 429 ? 60 : null)",
  },
  "section 7 ERR_RATE_LIMIT": {
    file: "src/main/engine/operations/request/account-state.ts",
    find: "{ retryAfterSeconds: seconds }",
    replace: "{}",
  },
  "section 7 ERR_INVALID_PARAMS": {
    file: "src/main/engine/operations/request/contract-error.ts",
    find: "first.path[0]",
    replace: "first.path.at(-1)",
  },
  "section 7 ERR_IDENTIFIER_REQUIRED": {
    file: "src/main/engine/operations/request/contract-error.ts",
    find: 'identifierParameters = new Set(["ids", "id"])',
    replace: 'identifierParameters = new Set(["ids"])',
  },
  "section 7 ERR_PRODUCT_NOT_FOUND": {
    file: "src/main/engine/operations/products/resolve-identifiers.ts",
    find: ".slice(0, maxNamedIdentifiers)",
    replace: ".slice(1, maxNamedIdentifiers)",
  },
  "section 7 ERR_ENDPOINT_NOT_FOUND": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "webhook === undefined || webhook.accountId !== accountId",
    replace: "webhook === undefined",
  },
  "section 7 ERR_METHOD_NOT_ALLOWED": {
    file: "src/main/engine/http/app.ts",
    find: "app.all(pattern, (c) => refuse(c, options, methodNotAllowed(c, allowed)));",
    replace: "",
  },
  "section 7 ERR_INTERNAL": {
    file: "src/shared/contract/errors.ts",
    find: "ERR_INTERNAL: {\n    status: 500",
    replace: "ERR_INTERNAL: {\n    status: 503",
  },
  "section 7 rule 1": {
    file: "src/main/engine/operations/perform.ts",
    find: "settle(0)",
    replace: "settle(1)",
  },
  "section 7 rule 2": {
    file: "src/main/engine/operations/products/resolve-identifiers.ts",
    find: "if (matches.length === 0)",
    replace: "if (distinct.length === 0)",
  },
  "section 7 rule 3": {
    file: "src/main/engine/domain/identifier.ts",
    find: 'barcode.kind === "not-a-barcode" && ',
    replace: "",
  },
  "section 7 rule 4": {
    file: "src/main/engine/operations/perform.ts",
    find: 'new Set(["ERR_RATE_LIMIT", "ERR_CREDITS_EXHAUSTED"])',
    replace: 'new Set(["ERR_CREDITS_EXHAUSTED"])',
  },
  "section 8 request rate": {
    file: "src/shared/contract/limits.ts",
    find: "requestsPerHour: 1_000",
    replace: "requestsPerHour: 1_001",
  },
  "section 8 identifiers": {
    file: "src/shared/contract/limits.ts",
    find: "identifiersPerRequest: 100",
    replace: "identifiersPerRequest: 101",
  },
  "section 8 batch minimum": {
    file: "src/shared/contract/requests.ts",
    find: '"contains a blank identifier"))\n    .min(1)',
    replace: '"contains a blank identifier"))',
  },
  "section 8 synchronous batch": {
    file: "src/shared/contract/limits.ts",
    find: "synchronousBatch: 20",
    replace: "synchronousBatch: 21",
  },
  "section 8 webhooks": {
    file: "src/shared/contract/limits.ts",
    find: "webhooksPerAccount: 5",
    replace: "webhooksPerAccount: 6",
  },
  "section 8 events per webhook": {
    file: "src/shared/contract/limits.ts",
    find: "eventsPerWebhook: 3",
    replace: "eventsPerWebhook: 4",
  },
  "section 8 attempts": {
    file: "src/main/engine/domain/delivery-retries.ts",
    find: "2 * HOUR_MS]",
    replace: "2 * HOUR_MS, 12 * HOUR_MS]",
  },
  "section 8 failures before disabling": {
    file: "src/shared/contract/limits.ts",
    find: "failuresBeforeDisabling: 50",
    replace: "failuresBeforeDisabling: 51",
  },
  "section 8 history window": {
    file: "src/shared/contract/limits.ts",
    find: "historyWindowDays: 366",
    replace: "historyWindowDays: 365",
  },
  "section 8 limits of pages": {
    file: "src/shared/contract/limits.ts",
    find: "dealsLimitDefault: 25",
    replace: "dealsLimitDefault: 20",
  },
  "section 8 rate headers": {
    file: "src/main/engine/http/app.ts",
    find: "...commonHeaders(meta, rate),\n    ...errorHeaders(error)",
    replace: "...commonHeaders(meta, null),\n    ...errorHeaders(error)",
  },
  "section 8 allowance": {
    file: "src/main/engine/domain/subscription.ts",
    find: "plan.planCredits + plan.bonusCredits",
    replace: "plan.planCredits",
  },
  "section 8 cost of products": {
    file: "src/main/engine/operations/products/read-products.ts",
    find: "productsCost(countDistinctProducts(matches))",
    replace: "productsCost(request.ids.length)",
  },
  "section 8 cost of search": {
    file: "src/main/engine/operations/products/read-products.ts",
    find: "productsCost(data.length)",
    replace: "productsCost(total)",
  },
  "section 8 cost of offers": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "[...offersByProduct.values()].filter((offers) => offers.length > 0).length",
    replace: "offersByProduct.size",
  },
  "section 8 cost of history": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "daysBetween(request.start, request.end) + 1",
    replace: "daysBetween(request.start, request.end)",
  },
  "section 8 cost of reviews": {
    file: "src/main/engine/domain/cost.ts",
    find: "hasReview ? costs.perReview : 0;",
    replace: "costs.perReview;",
  },
  "section 8 cost of deals": {
    file: "src/main/engine/domain/cost.ts",
    find: "Math.ceil(dealCount / costs.dealsPerCredit)",
    replace: "Math.floor(dealCount / costs.dealsPerCredit)",
  },
  "section 8 cost of batch": {
    file: "src/main/engine/operations/batch/look-up-batch.ts",
    find: "hasOffers: offers.length > 0",
    replace: "hasOffers: includesOffers",
  },
  "section 8 cost of scheduling": {
    file: "src/main/engine/operations/watch/schedules.ts",
    find: "schedulesCost(countDistinctProducts(matches))",
    replace: "schedulesCost(matches.length)",
  },
  "section 8 cost of webhooks": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "return { result, credits: 0 };",
    replace: "return { result, credits: 1 };",
  },
  "section 8 cost of usage": {
    file: "src/main/engine/operations/account/read-usage.ts",
    find: "credits: 0",
    replace: "credits: 1",
  },
  "section 9 rule 1": {
    file: "src/main/engine/http/address.ts",
    find: 'apiRoot = "/v1"',
    replace: 'apiRoot = "/api"',
  },
  "section 9 rule 2": {
    file: "src/main/engine/http/openapi.ts",
    find: "if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;",
    replace: "",
  },
  "section 9 rule 4": {
    file: "src/main/engine/http/openapi.ts",
    find: "...(legacy === null ? {} : { deprecated: true }),",
    replace: "",
  },
  "section 9 rule 5": {
    file: "src/main/engine/http/endpoints.ts",
    find: "method: legacy.method ?? method",
    replace: "method",
  },
  "section 9 rule 6": {
    file: "src/main/engine/http/routes/offers.ts",
    find: 'query.get("end") ?? query.get("end_date")',
    replace: 'query.get("end")',
  },
  "decision 1": {
    file: "src/main/engine/http/listen.ts",
    find: "portsToTry = 50",
    replace: "portsToTry = 0",
  },
  "decision 2": {
    file: "src/main/engine/operations/perform.ts",
    find: 'if (isMetered(caller)) checkRate(state);\n  if ("refusal" in call) throw call.refusal;',
    replace: 'if ("refusal" in call) throw call.refusal;\n  if (isMetered(caller)) checkRate(state);',
  },
  "decision 3": {
    file: "src/main/engine/http/middleware/loopback-guard.ts",
    find: "origin !== undefined || (fetchSite",
    replace: '(origin !== undefined && origin !== "null") || (fetchSite',
  },
  "decision 4": {
    file: "src/main/engine/operations/request/authenticate.ts",
    find: 'hash("sha256"',
    replace: 'hash("sha512"',
  },
  "decision 5": {
    file: "src/main/engine/operations/contract-registry.ts",
    find: '"batch.get": { canCostCredits: false',
    replace: '"batch.get": { canCostCredits: true',
  },
  "decision 6": {
    file: "src/main/engine/domain/rate-window.ts",
    find: "oldestMs > atMs - HOUR_MS",
    replace: "oldestMs >= atMs - HOUR_MS",
  },
  "decision 7": {
    file: "src/main/engine/domain/random-text.ts",
    find: "randomText(randomBytes, base32, 26)",
    replace: "randomText(randomBytes, base32, 24)",
  },
  "decision 8": {
    file: "src/main/engine/http/routes/schedules.ts",
    find: "body.isEmpty || !body.isJson",
    replace: "body.isEmpty",
  },
  "decision 9": {
    file: "src/main/engine/http/respond.ts",
    find: "error.code.toLowerCase()",
    replace: "error.code",
  },
  "decision 10": {
    file: "src/main/engine/domain/identifier-list.ts",
    find: 'raw.split(",").map(decodeQueryText)',
    replace: 'decodeQueryText(raw).split(",")',
  },
  "decision 11 order": {
    file: "src/main/engine/domain/identifier.ts",
    find: '{ kind: "model", key: code, by: "model" }, { kind: "mpn", key: code, by: "mpn" }',
    replace: '{ kind: "mpn", key: code, by: "mpn" }, { kind: "model", key: code, by: "model" }',
  },
  "decision 11 barcode": {
    file: "src/main/engine/domain/gtin.ts",
    find: 'compact.padStart(14, "0")',
    replace: "compact",
  },
  "decision 11 service id": {
    file: "src/main/engine/domain/identifier.ts",
    find: 'kind: "service_id", key: text,',
    replace: 'kind: "service_id", key: text.toLowerCase(),',
  },
  "decision 11 ASIN": {
    file: "src/main/engine/domain/asin.ts",
    find: "asinShape.test(upper) ? upper",
    replace: "asinShape.test(text) ? text",
  },
  "decision 11 URL": {
    file: "src/main/engine/domain/product-url.ts",
    find: '"tag",',
    replace: "",
  },
  "decision 11 model": {
    file: "src/main/engine/domain/identifier.ts",
    find: '.replace(/\\s+/g, " ").toLowerCase()',
    replace: '.replace(/\\s+/g, " ")',
  },
  "decision 11 name": {
    file: "src/main/engine/domain/search-terms.ts",
    find: "Math.ceil((count * 2) / 3)",
    replace: "Math.floor((count * 2) / 3)",
  },
  "decision 11 evidence": {
    file: "src/main/engine/db/identifier.ts",
    find: "product.rating_count DESC, ",
    replace: "",
  },
  "decision 12": {
    file: "src/main/engine/operations/products/resolve-identifiers.ts",
    find: "new Set(matches.map(({ id }) => id)).size",
    replace: "matches.length",
  },
  "decision 13": {
    file: "src/main/engine/db/product.ts",
    find: ' || value === ""',
    replace: "",
  },
  "decision 14": {
    file: "src/main/engine/db/offer.ts",
    find: "ORDER BY availability <> 1, price_minor",
    replace: "ORDER BY availability, price_minor",
  },
  "decision 15": {
    file: "src/main/engine/domain/money.ts",
    find: "minor / minorPerUnit",
    replace: "minor * (1 / minorPerUnit)",
  },
  "decision 16": {
    file: "src/main/engine/operations/products/read-offers.ts",
    find: "Date.parse(request.end) + DAY_MS",
    replace: "Date.parse(request.end)",
  },
  "decision 17": {
    file: "src/main/engine/domain/quality.ts",
    find: "suspect.firstSeenMs >= confirmAfterMs",
    replace: "suspect.firstSeenMs > 0",
  },
  "decision 18": {
    file: "src/main/engine/http/routes/reviews.ts",
    find: 'query.raw("id")',
    replace: 'query.get("id")',
  },
  "decision 19": {
    file: "src/main/engine/operations/request/account-state.ts",
    find: "if (credits > left)",
    replace: "if (credits > 0 && left === 0)",
  },
  "decision 20": {
    file: "src/main/engine/http/csv.ts",
    find: "quoted_match: /[\\r\\n]/,",
    replace: "",
  },
  "decision 21": {
    file: "src/main/engine/db/deal.ts",
    find: "12.5 * HOUR_MS",
    replace: "12 * HOUR_MS",
  },
  "decision 22": {
    file: "src/main/engine/domain/grading.ts",
    find: "stepIndex + stepsPerLetter",
    replace: "stepIndex",
  },
  "decision 23": {
    file: "src/main/engine/operations/batch/batch.ts",
    find: "request.identifiers.length <= limits",
    replace: "new Set(request.identifiers).size <= limits",
  },
  "decision 24": {
    file: "src/main/engine/operations/batch/batch-step.ts",
    find: "refundJob(tx, job);",
    replace: "",
  },
  "decision 25": {
    file: "src/main/engine/operations/watch/schedules.ts",
    find: "{ cadence, retailer, dueMs }",
    replace: "{ cadence, retailer: retailer ?? existing.retailer, dueMs }",
  },
  "decision 26": {
    file: "src/main/engine/http/routes/schedules.ts",
    find: "...readLegacyBody(request), ...readQueryInput(request)",
    replace: "...readQueryInput(request), ...readLegacyBody(request)",
  },
  "decision 27": {
    file: "src/main/engine/domain/schedule-times.ts",
    find: "immediateChecks = 10;",
    replace: "immediateChecks = 1_000;",
  },
  "decision 28": {
    file: "src/main/engine/domain/price-event.ts",
    find: "isKnown(before.availability) && isKnown(after.availability)",
    replace: "isKnown(after.availability)",
  },
  "decision 29": {
    file: "src/main/engine/operations/webhooks/publish-event.ts",
    find: "{ current, previous: previous ?? null }",
    replace: "{ current, previous: null }",
  },
  "decision 30": {
    file: "src/main/engine/webhooks/post-event.ts",
    find: "deliveryTimeoutMs = 10_000",
    replace: "deliveryTimeoutMs = 30_000",
  },
  "decision 31": {
    file: "src/main/engine/db/webhook.ts",
    find: "failure_count = failure_count + 1, ",
    replace: "",
  },
  "decision 32": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "webhook.events[0]",
    replace: "webhook.events.at(-1)",
  },
  "decision 33": {
    file: "src/shared/contract/limits.ts",
    find: "webhookUrlLength: 2_048",
    replace: "webhookUrlLength: 2_049",
  },
  "decision 34": {
    file: "src/main/engine/domain/billing-period.ts",
    find: "nowMs >= thisMonth",
    replace: "nowMs > thisMonth",
  },
  "decision 35": {
    file: "src/shared/contract/requests.ts",
    find: "days > limits.historyWindowDays",
    replace: "days >= limits.historyWindowDays",
  },
  "decision 36": {
    file: "src/main/engine/domain/identifier-list.ts",
    find: 'if (raw.includes(","))',
    replace: 'if (raw.replace(/,$/, "").includes(","))',
  },
  "decision 37": {
    file: "src/shared/contract/operations.ts",
    find: "z.object({ ...successFlag, batch: batchJob })",
    replace: "z.object({ ...successFlag, batch: batchJob, meta })",
  },
  "decision 38": {
    file: "src/main/engine/operations/perform.ts",
    find: 'new Set(["ERR_RATE_LIMIT", "ERR_CREDITS_EXHAUSTED"])',
    replace: 'new Set(["ERR_RATE_LIMIT"])',
  },
  "decision 39": {
    file: "src/main/engine/operations/account/read-usage.ts",
    find: "subscription_required: !isUsable",
    replace: 'subscription_required: account.status === "none"',
  },
  "decision 40": {
    file: "src/main/engine/http/middleware/loopback-guard.ts",
    find: "host === undefined || !isOwnHost(host, address)",
    replace: 'path.startsWith("/v1") && !isOwnHost(host ?? "", address)',
  },
  "decision 41": {
    file: "src/main/engine/db/deal.ts",
    find: "price_minor <= ?",
    replace: "price_minor < ?",
  },
  "decision 42": {
    file: "src/main/engine/operations/catalogue/import-product.ts",
    find: "toMinor(point.price) > 0 && ",
    replace: "",
  },
  "decision 43": {
    file: "src/main/engine/domain/identifier.ts",
    find: 'key: asin, by: "url"',
    replace: 'key: asin, by: "asin"',
  },
  "decision 44": {
    file: "src/main/engine/operations/request/authenticate.ts",
    find: ' || apiKeyParameter === ""',
    replace: "",
  },
  "decision 45": {
    file: "src/main/engine/http/csv.ts",
    find: "cast: { boolean: (value) => String(value) },",
    replace: "",
  },
  "decision 46": {
    file: "src/main/engine/operations/request/authenticate.ts",
    find: "activeKeyByHash(db, keyHash);",
    replace: '((globalThis.knownKeys ??= {})[keyHash.toString("hex")] ??= activeKeyByHash(db, keyHash));',
  },
  "decision 47": {
    file: "src/main/engine/operations/catalogue/import-product.ts",
    find: "  endWithPresentPrice(tx, offerId, options.nowMs);",
    replace: "",
  },
  "decision 48": {
    file: "src/main/engine/operations/products/resolve-identifiers.ts",
    find: " || findByTitle(db, text) !== null",
    replace: "",
  },
  "decision 50": {
    file: "src/main/engine/operations/batch/batch.ts",
    find: "maxOpenJobs = 20",
    replace: "maxOpenJobs = 21",
  },
  "decision 54": {
    file: "src/main/engine/operations/watch/schedule-run.ts",
    find: '["paused", "refused address", "needs a window"]',
    replace: '["paused", "needs a window"]',
  },
  "decision 55": {
    file: "src/main/engine/operations/webhooks/webhooks.ts",
    find: "if (url !== undefined) requirePublic(url, context);",
    replace: "",
  },
  "decision 49": {
    file: "src/shared/contract/limits.ts",
    find: "identifierLength: 2_048",
    replace: "identifierLength: 2_049",
  },
  "decision 51": {
    file: "src/main/engine/operations/group-commit.ts",
    find: "maxWaiting = 256",
    replace: "maxWaiting = 257",
  },
};
