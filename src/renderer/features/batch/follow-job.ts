import type { CallResult } from "../../../shared/calls.js";
import { ask } from "../../stores/call-engine.js";
import { onNews } from "../../stores/news.js";

/** The engine announces each step; this is for announcements that are lost while it restarts. */
const pauseMs = 2_000;

type Look = CallResult<"batch.get">;

/** Looks at a job until it is over or cannot be looked at; the last look is the answer, null when stopped before. */
export async function followJob(
  id: string,
  tell: (look: Look) => void,
  signal: AbortSignal,
): Promise<Look | null> {
  for (;;) {
    const look = await ask("batch.get", { id });
    if (signal.aborted) return null;
    if (isLast(look)) return look;
    tell(look);
    await pauseOrNews(signal);
    if (signal.aborted) return null;
  }
}

function isLast(look: Look): boolean {
  if (!look.ok) return true;
  const { status } = look.data.batch;
  return status === "completed" || status === "failed";
}

function pauseOrNews(signal: AbortSignal): Promise<void> {
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
