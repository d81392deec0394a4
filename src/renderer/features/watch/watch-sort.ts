import type { ScheduleOverview } from "../../../shared/app/alerts.js";

export type WatchSort = "next" | "title" | "trouble";

function byTitle(one: ScheduleOverview, other: ScheduleOverview): number {
  return one.title.localeCompare(other.title, "en", { sensitivity: "base", numeric: true });
}

function byNext(one: ScheduleOverview, other: ScheduleOverview): number {
  return one.next_check_at.localeCompare(other.next_check_at) || byTitle(one, other);
}

/** What nobody can check is the worst trouble. */
function troubleOf({ checked_retailers, checks }: ScheduleOverview): number {
  if (checked_retailers.length === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, ...checks.map(({ failures }) => failures));
}

function byTrouble(one: ScheduleOverview, other: ScheduleOverview): number {
  const [mine, others] = [troubleOf(one), troubleOf(other)];
  return mine === others ? byNext(one, other) : others - mine;
}

const orders = { next: byNext, title: byTitle, trouble: byTrouble } as const;

export function sortWatched(schedules: readonly ScheduleOverview[], sort: WatchSort): ScheduleOverview[] {
  return [...schedules].sort(orders[sort]);
}

/** Those whose title or shop has all the words. */
export function filterWatched(schedules: readonly ScheduleOverview[], text: string): ScheduleOverview[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return schedules.filter(({ title, retailer }) => {
    const known = `${title} ${retailer ?? ""}`.toLowerCase();
    return words.every((word) => known.includes(word));
  });
}
