import type { FormEvent } from "react";
import { locale, texts } from "./texts.js";

/**
 * Parses a typed amount, with or without a currency sign: `599.00`, `599,00`, `1,299.00`, `1.299,00 €`, `1 299`. A
 * lone separator before three digits groups thousands, because prices have no third decimal. `null` for anything
 * else, and for 0.
 */
export function parseAmount(text: string): number | null {
  const plain = text.replace(/[\s'’]|\p{Sc}/gu, "");
  const parts = /^(\d+|\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)?)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (parts === null) return null;
  const [, whole = "", group, point, decimals = ""] = parts;
  if (group !== undefined && group === point) return null;
  const amount = Number(`${whole.replace(/[.,]/g, "")}.${decimals || "0"}`);
  return amount > 0 ? amount : null;
}

/** An amount for a text field, in the reader's notation: `47`, `47.50`, `47,50`. */
export function editableAmount(amount: number): string {
  const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2;
  return new Intl.NumberFormat(locale(), { useGrouping: false, minimumFractionDigits }).format(amount);
}

/** Attributes of a field for `parseAmount`. A number field would read `599,00` as 59,900. */
export const amountField = {
  type: "text",
  inputMode: "decimal",
  autoComplete: "off",
  maxLength: 20,
  required: true,
  onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const { value } = currentTarget;
    const isAmount = value === "" || parseAmount(value) !== null;
    currentTarget.setCustomValidity(isAmount ? "" : texts().common.notAnAmount);
  },
} as const;
