import { z } from "zod";

/** ISO 8601 instant in UTC with milliseconds, the format of all times in the contract. */
export const dateTime = z.iso.datetime().meta({ description: "Instant in UTC, ISO 8601." });

/** Amount in the currency's main unit with at most two decimals (decision 15). */
export const amount = z
  .number()
  .meta({ description: "Amount in the currency's main unit, at most two decimals." });

/** `in` or `out`; fields of this type are omitted if unknown. */
export const availability = z.enum(["in", "out"]).meta({ description: "In stock or out of stock." });
export type Availability = z.infer<typeof availability>;

/** A value from 0 to 1. */
export const unitInterval = z.number().min(0).max(1);

export const condition = z.enum(["new", "used", "refurbished"]);
export type Condition = z.infer<typeof condition>;

/** An enumeration that may grow (contract §9.2), documented as a string so that generated clients accept new values. */
export function openEnum<const Value extends string>(values: readonly Value[]) {
  return z.enum(values).meta({
    description: `${values.join(", ")}. New values may appear.`,
    override: ({ jsonSchema }: { jsonSchema: { enum?: unknown; example?: unknown } }) => {
      delete jsonSchema.enum;
      jsonSchema.example = values[0];
    },
  });
}
