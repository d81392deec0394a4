import { Agent } from "node:https";
import type { Post, PostOutcome } from "../operations/effects.js";
import { postEvent } from "./post-event.js";

/** Max posts in flight to one webhook. */
export const postsAtOnce = 8;
const idleSocketMs = 30_000;
/** Beyond this, the least recently used pools close their connections. */
const mostIdleLanes = 64;

interface Lane {
  readonly agent: Agent;
  underWay: number;
}

interface Lanes {
  take(name: string): Lane;
  giveBack(lane: Lane): void;
  /** Closes every connection, including those of posts in flight. */
  close(): void;
}

function openLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  return {
    take: (name) => {
      const lane = lanes.get(name) ?? {
        agent: new Agent({ keepAlive: true, maxSockets: postsAtOnce, timeout: idleSocketMs }),
        underWay: 0,
      };
      // Moved to the end, because the map is ordered by last use.
      lanes.delete(name);
      lanes.set(name, lane);
      lane.underWay++;
      return lane;
    },
    giveBack: (lane) => {
      lane.underWay--;
      const idle = [...lanes].filter(([, { underWay }]) => underWay === 0);
      for (const [name, { agent }] of idle.slice(0, -mostIdleLanes)) {
        agent.destroy();
        lanes.delete(name);
      }
    },
    close: () => {
      for (const { agent } of lanes.values()) agent.destroy();
      lanes.clear();
    },
  };
}

export interface Poster {
  readonly post: (post: Post) => Promise<PostOutcome>;
  /** Aborts the posts in flight. */
  close(): void;
}

/**
 * Sends posts over separate connection pools, so that a receiver that hangs cannot use up the connections of the
 * others.
 */
export function startPoster(options: {
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** A function, because the listener renews its certificate while the engine runs. */
  readonly localCertificate: () => string | null;
}): Poster {
  const lanes = openLanes();
  let isClosed = false;
  return {
    post: async (post) => {
      const lane = lanes.take(post.lane);
      const outcome = await postEvent(post, {
        timeoutMs: options.timeoutMs,
        userAgent: options.userAgent,
        pinnedCertificate: post.isLocal ? options.localCertificate() : null,
        agent: lane.agent,
        // After `close`, connections look stale because we closed them ourselves.
        mayRepeat: () => !isClosed,
      });
      lanes.giveBack(lane);
      return outcome;
    },
    close: () => {
      isClosed = true;
      lanes.close();
    },
  };
}
