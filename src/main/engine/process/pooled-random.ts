import { randomFillSync } from "node:crypto";
import type { RandomBytes } from "../operations/request/context.js";

const poolBytes = 8_192;

/** Cryptographic random bytes from a pool, so that one system call serves hundreds of request ids. */
export function pooledRandom(): RandomBytes {
  const pool = Buffer.alloc(poolBytes);
  let used = poolBytes;
  return (count) => {
    if (count > poolBytes) return randomFillSync(Buffer.alloc(count));
    if (used + count > poolBytes) {
      randomFillSync(pool);
      used = 0;
    }
    used += count;
    // A copy, because the next refill overwrites the pool.
    return Uint8Array.prototype.slice.call(pool, used - count, used);
  };
}
