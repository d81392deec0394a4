import { useMemo } from "react";
import type { ScheduleOverview } from "../../shared/app/alerts.js";
import type { CallError } from "../../shared/calls.js";
import type { Cadence } from "../../shared/contract/schedule.js";
import { callOnce } from "../lib/call-engine.js";
import { chunk } from "../lib/chunk.js";
import { formatPlural } from "../lib/format.js";
import { callsForSchedules, idsPerCall } from "../lib/schedule-groups.js";
import { texts } from "../lib/texts.js";
import { type Answer, expireAnswers, useAnswer } from "./answers.js";
import { notify, notifyFailure } from "./notices.js";

const everything = {};

export interface Watched {
  /** Null until it is known. */
  readonly schedules: readonly ScheduleOverview[] | null;
  readonly byService: ReadonlyMap<string, ScheduleOverview>;
  readonly answer: Answer<"schedules.overview">;
}

/** All that the account watches: one free call, which the lists share. */
export function useWatched(): Watched {
  const answer = useAnswer("schedules.overview", everything);
  const schedules = answer.data?.schedules ?? null;
  const byService = useMemo(
    () => new Map((schedules ?? []).map((schedule) => [schedule.service, schedule])),
    [schedules],
  );
  return { schedules, byService, answer };
}

export interface WatchWish {
  readonly service: string;
  readonly schedule: Cadence;
  readonly retailer: string | null;
}

/** Watches products, or changes how; a credit each. Null when all went well. */
export async function watch(wishes: readonly WatchWish[]): Promise<CallError | null> {
  for (const call of callsForSchedules(wishes)) {
    const result = await callOnce("schedules.put", call);
    if (!result.ok) return finish(result.error);
  }
  return finish(null);
}

/** Stops watching. It can be undone, which costs what watching costs. */
export async function unwatch(schedules: readonly ScheduleOverview[]): Promise<CallError | null> {
  for (const part of chunk(schedules, idsPerCall)) {
    const result = await callOnce("schedules.delete", { ids: part.map(({ service }) => service) });
    if (!result.ok) return finish(result.error);
  }
  offerUndo(schedules);
  return finish(null);
}

/** Checks at once what a schedule would check later: one product, or all that is watched. */
export async function checkNow(service?: string): Promise<void> {
  const result = await callOnce("schedules.check", service === undefined ? {} : { service });
  if (!result.ok) return notifyFailure(result.error);
  expireAnswers("schedules.overview");
  const { products } = result.data;
  if (service === undefined && products > 0)
    notify({ topic: "check now", text: texts().watching.checking(formatPlural("product", products)) });
}

function finish(error: CallError | null): CallError | null {
  expireAnswers("schedules.overview");
  return error;
}

function offerUndo(schedules: readonly ScheduleOverview[]): void {
  const [first] = schedules;
  if (!first) return;
  const what = schedules.length === 1 ? first.title : formatPlural("product", schedules.length);
  const undo = async () => {
    const error = await watch(schedules);
    if (error) notifyFailure(error);
  };
  notify({
    topic: "unwatched",
    text: texts().watching.stopped(what),
    action: {
      label: texts().watching.undoFor(formatPlural("credit", schedules.length)),
      isUndo: true,
      run: () => void undo(),
    },
  });
}
