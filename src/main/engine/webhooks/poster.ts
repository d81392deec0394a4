import { Agent } from "node:https";
import type { Post, PostOutcome } from "../operations/effects.js";
import { postEvent } from "./post-event.js";

/** Posts under way to one webhook at a time. */
export const postsAtOnce = 8;
const idleSocketMs = 30_000;
/** Of more, those that were used longest ago give their connections up. */
const mostIdleLanes = 64;

interface Lane {
  readonly agent: Agent;
  underWay: number;
}

interface Lanes {
  take(name: string): Lane;
  giveBack(lane: Lane): void;
  /** Closes every connection, also those of posts under way. */
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
      // Moved to the end: the map is in the order of use.
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
        // Its connections were closed by ourselves then.
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
