const maxStopMs = 3_000;

export interface Interruption {
  readonly reached: Promise<void>;
  readonly isOver: () => boolean;
  /** Ctrl-C then ends the process as usual. */
  readonly end: () => void;
}

/** `reached` resolves at Ctrl-C. Until `end`, the process then goes on for some seconds to say what was done. */
export function untilInterrupted(): Interruption {
  let isOver = false;
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const interrupt = () => {
    isOver = true;
    resolve();
    // The pause of a shop would keep the process alive.
    setTimeout(() => process.exit(1), maxStopMs).unref();
  };
  process.once("SIGINT", interrupt);
  return { reached, isOver: () => isOver, end: () => void process.off("SIGINT", interrupt) };
}
