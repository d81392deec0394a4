import { Agent } from "node:https";
import type { PostOutcome, SignedPost } from "../operations/request/effects.js";
import { type PublicAddressGuard, postEvent } from "./post-event.js";

/** Max posts in flight to one webhook. */
export const maxPostsInFlight = 8;
const idleSocketTimeoutMs = 30_000;
/** Beyond this, the least recently used pools close their connections. */
const maxIdlePools = 64;

interface ConnectionPool {
  readonly agent: Agent;
  inFlight: number;
}

interface ConnectionPools {
  acquire(key: string): ConnectionPool;
  release(pool: ConnectionPool): void;
  /** Closes every connection, including those of posts in flight. */
  close(): void;
}

function createConnectionPools(): ConnectionPools {
  const pools = new Map<string, ConnectionPool>();
  return {
    acquire: (key) => {
      const pool = pools.get(key) ?? {
        agent: new Agent({ keepAlive: true, maxSockets: maxPostsInFlight, timeout: idleSocketTimeoutMs }),
        inFlight: 0,
      };
      // Moved to the end, because the map is ordered by last use.
      pools.delete(key);
      pools.set(key, pool);
      pool.inFlight++;
      return pool;
    },
    release: (pool) => {
      pool.inFlight--;
      const idle = [...pools].filter(([, { inFlight }]) => inFlight === 0);
      for (const [name, { agent }] of idle.slice(0, -maxIdlePools)) {
        agent.destroy();
        pools.delete(name);
      }
    },
    close: () => {
      for (const { agent } of pools.values()) agent.destroy();
      pools.clear();
    },
  };
}

export interface WebhookClient {
  readonly post: (post: SignedPost) => Promise<PostOutcome>;
  /** Aborts the posts in flight. */
  close(): void;
}

/**
 * Sends posts over separate connection pools, so that a receiver that hangs cannot use up the connections of the
 * others.
 */
export function createWebhookClient(options: {
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** A function, because the listener renews its certificate while the engine runs. */
  readonly localCertificate: () => string | null;
  readonly guard: PublicAddressGuard | null;
}): WebhookClient {
  const pools = createConnectionPools();
  let isClosed = false;
  return {
    post: async (post) => {
      const pool = pools.acquire(post.poolKey);
      const outcome = await postEvent(post, {
        timeoutMs: options.timeoutMs,
        userAgent: options.userAgent,
        pinnedCertificate: post.isLocal ? options.localCertificate() : null,
        agent: pool.agent,
        guard: options.guard,
        // After `close`, connections look stale because we closed them ourselves.
        canResend: () => !isClosed,
      });
      pools.release(pool);
      return outcome;
    },
    close: () => {
      isClosed = true;
      pools.close();
    },
  };
}
