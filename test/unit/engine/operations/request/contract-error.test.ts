import { expect, it } from "vitest";
import { parameterError } from "../../../../../src/main/engine/operations/request/contract-error.js";
import { type ContractOperation, contractOperations } from "../../../../../src/shared/contract/operations.js";

function errorFor(operation: ContractOperation, input: unknown) {
  const parsed = contractOperations[operation].input.safeParse(input);
  if (parsed.success) throw new Error("The input is valid.");
  return parameterError(parsed.error, input);
}

const hundredAndOne = Array.from({ length: 101 }, (_, i) => `id${i}`);

it.each([
  [
    "products.get",
    { ids: hundredAndOne },
    "The parameter 'ids' holds 101 identifiers; at most 100 are allowed.",
  ],
  ["products.get", { ids: ["a"], format: "xml" }, "The parameter 'format' must be one of json, csv."],
  ["batch.create", { identifiers: "a" }, "The parameter 'identifiers' must be an array."],
  ["batch.create", { identifiers: [] }, "The parameter 'identifiers' must have at least 1 entry."],
  [
    "batch.create",
    { identifiers: ["a"], include: Array(21).fill("offers") },
    "The parameter 'include' holds 21 entries; at most 20 are allowed.",
  ],
  [
    "schedules.put",
    { ids: ["a"], schedule: "daily", retailer: "" },
    "The parameter 'retailer' must have at least 1 character.",
  ],
  [
    "schedules.put",
    { ids: ["a"], schedule: "daily", retailer: "https://shop.example/" },
    "The parameter 'retailer' must be a domain, such as shop.example.",
  ],
  ["products.get", { ids: [7] }, "Identifier 1 in 'ids' must be a string."],
  ["batch.create", { identifiers: ["a", null] }, "Identifier 2 in 'identifiers' must be a string."],
  ["batch.create", { identifiers: ["a", " "] }, "Identifier 2 in 'identifiers' must not be blank."],
  [
    "batch.create",
    { identifiers: ["a"], include: ["offers", "prices"] },
    "Entry 2 in 'include' must be one of offers, reviews.",
  ],
  ["products.search", {}, "The parameter 'q' is required."],
  ["products.search", { q: "  " }, "The parameter 'q' must not be blank."],
  ["products.search", { q: "x".repeat(1_001) }, "The parameter 'q' must have at most 1000 characters."],
  ["products.search", { q: "a", limit: "ten" }, "The parameter 'limit' is not a whole number."],
  ["products.search", { q: "a", limit: "0" }, "The parameter 'limit' must be at least 1."],
  ["products.search", { q: "a", limit: 101 }, "The parameter 'limit' must be at most 100."],
  ["products.search", { q: "a", limit: "1.5" }, "The parameter 'limit' is not a whole number."],
  ["products.search", { q: "a", offset: "-1" }, "The parameter 'offset' must be at least 0."],
  ["offers.history", { ids: ["a"], end: "2026-01-01" }, "The parameter 'start' is required."],
  [
    "offers.history",
    { ids: ["a"], start: "2026-02-30", end: "2026-03-01" },
    "The parameter 'start' is not a calendar date in the form YYYY-MM-DD.",
  ],
  [
    "offers.history",
    { ids: ["a"], start: "2026-02-02", end: "2026-02-01" },
    "The parameter 'end' must not be before start.",
  ],
  [
    "offers.history",
    { ids: ["a"], start: "2025-01-01", end: "2026-01-03" },
    "The parameter 'end' must be at most 366 days after start; it is 367.",
  ],
  [
    "deals.list",
    { sort: "best" },
    "The parameter 'sort' must be one of hot, new, top-hour, top-day, top-week.",
  ],
  ["deals.list", { grade: "F" }, "The parameter 'grade' must be one of A, B, C, D."],
  ["deals.list", { min_price: "cheap" }, "The parameter 'min_price' is not a number."],
  ["deals.list", { min_price: 2, max_price: 1 }, "The parameter 'min_price' must not be above max_price."],
] as const)("the error for %s explains the invalid parameter in %j", (operation, input, message) => {
  expect(errorFor(operation, input)).toMatchObject({ code: "ERR_INVALID_PARAMS", message });
});

it.each([
  ["products.get", {}, "ids"],
  ["products.get", { ids: [] }, "ids"],
  ["offers.get", { ids: undefined }, "ids"],
  ["reviews.get", {}, "id"],
] as const)("the error for %s without an identifier has its own code: %j", (operation, input, name) => {
  expect(errorFor(operation, input)).toMatchObject({
    code: "ERR_IDENTIFIER_REQUIRED",
    message: `No identifier was sent in the parameter '${name}'.`,
    action: expect.stringContaining(`?${name}=`),
  });
});
