import { Agent } from "node:https";
import type { Post, PostOutcome } from "../operations/effects.js";
import { postEvent } from "./post-event.js";

/** Posts under way to one webhook at a time. */
export const postsAtOnce = 8;
const idleSocketMs = 30_000;
/** Lanes that were used longest ago give their connections up. */
const mostLanes = 64;

export interface Poster {
  readonly post: (post: Post) => Promise<PostOutcome>;
  /** Breaks off what is under way. */
  close(): void;
}

/**
 * Sends posts over connections that are kept for each lane by itself, so that one that hangs has nobody else's
 * connections to hold.
 */
export function startPoster(options: {
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** The app's own listener may get a new certificate while the engine runs. */
  readonly localCertificate: () => string | null;
}): Poster {
  const agents = new Map<string, Agent>();
  const forget = (lane: string) => {
    agents.get(lane)?.destroy();
    agents.delete(lane);
  };
  const agentOf = (lane: string) => {
    const known = agents.get(lane);
    const agent = known ?? new Agent({ keepAlive: true, maxSockets: postsAtOnce, timeout: idleSocketMs });
    // Moved to the end: the map is in the order of use.
    agents.delete(lane);
    agents.set(lane, agent);
    for (const oldest of [...agents.keys()].slice(0, -mostLanes)) forget(oldest);
    return agent;
  };
  return {
    post: (post) =>
      postEvent(post, {
        timeoutMs: options.timeoutMs,
        userAgent: options.userAgent,
        pinnedCertificate: post.isLocal ? options.localCertificate() : null,
        agent: agentOf(post.lane),
      }),
    close: () => {
      for (const lane of [...agents.keys()]) forget(lane);
    },
  };
}
