import type { CallResult } from "../../../shared/calls.js";
import { ask } from "../../stores/call-engine.js";
import { onNews } from "../../stores/news.js";

/** Each look counts against the hour's requests, so they become rarer; news of the engine call for one at once. */
const firstPauseMs = 400;
const pauseGrowth = 1.6;
const pauseMaxMs = 8_000;

type Look = CallResult<"batch.get">;

/** Looks at a job until it is over or cannot be looked at; the last look is the answer, null when stopped before. */
export async function followJob(
  id: string,
  tell: (look: Look) => void,
  signal: AbortSignal,
): Promise<Look | null> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMaxMs, pauseMs * pauseGrowth)) {
    const look = await ask("batch.get", { id });
    if (signal.aborted) return null;
    if (isLast(look)) return look;
    tell(look);
    await pauseOrNews(look.ok ? pauseMs : waitOf(look.error.retryAfterSeconds), signal);
    if (signal.aborted) return null;
  }
}

function isLast(look: Look): boolean {
  if (!look.ok) return look.error.code !== "ERR_RATE_LIMIT";
  const { status } = look.data.batch;
  return status === "completed" || status === "failed";
}

function waitOf(retryAfterSeconds: number | undefined): number {
  return (retryAfterSeconds ?? 30) * 1_000;
}

function pauseOrNews(pauseMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    const stop = onNews((news) => {
      if (news.kind === "changed" && news.dataKind === "batches") end();
    });
    signal.addEventListener("abort", end);
  });
}
