import { Wrong } from "./target.js";

/** Waits for the work, but no longer than this: what never ends is a hang, whatever it would have said. */
export async function withDeadline(work: Promise<void> | void, deadlineMs: number): Promise<void> {
  if (work === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Wrong(`No end within ${deadlineMs} ms.`, "hang")), deadlineMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
