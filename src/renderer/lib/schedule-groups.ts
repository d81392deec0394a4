import type { ScheduleOverview } from "../../shared/app/alerts.js";
import type { OperationInput } from "../../shared/calls.js";
import { groupBy } from "../../shared/group-by.js";
import { chunk } from "./chunk.js";

/** Contract, section 8. */
export const idsPerCall = 100;

type Wanted = Pick<ScheduleOverview, "product_key" | "schedule" | "retailer">;

/** The calls that recreate these schedules: one per cadence and retailer, and per hundred products. */
export function callsForSchedules(wanted: readonly Wanted[]): OperationInput<"schedules.put">[] {
  const groups = groupBy(wanted, ({ schedule, retailer }) => `${schedule} ${retailer ?? ""}`);
  return [...groups.values()].flatMap((group) =>
    chunk(group, idsPerCall).flatMap((part) => {
      const [first] = part;
      if (!first) return [];
      const ids = part.map(({ product_key: productKey }) => productKey);
      return { ids, schedule: first.schedule, ...(first.retailer && { retailer: first.retailer }) };
    }),
  );
}
