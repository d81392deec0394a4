import type { Cadence } from "../../shared/contract/schedule.js";

/** How often a watched product is checked, the most eager first. */
export const cadences = [
  { value: "hourly", label: "Hourly" },
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
] as const satisfies readonly { readonly value: Cadence; readonly label: string }[];

export function cadenceLabel(cadence: Cadence): string {
  return cadences.find(({ value }) => value === cadence)?.label ?? cadence;
}
