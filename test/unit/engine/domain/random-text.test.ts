import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newKeyId, newProductSuffix, newRequestId } from "../../../../src/main/engine/domain/random-text.js";
import { keyShape, newApiKey } from "../../../../src/shared/api-key.js";

/** Repeats the bytes of a list. */
function bytesFrom(list: readonly number[]) {
  let at = 0;
  return (count: number) => Uint8Array.from({ length: count }, () => list[at++ % list.length] ?? 0);
}

const shapes = [
  ["an API key (decision 4)", newApiKey, /^ss_live_[A-Za-z0-9]{32}$/],
  ["a key's id", newKeyId, /^key_[A-Za-z0-9]{16}$/],
  ["a request id (decision 7)", newRequestId, /^req_[0-9A-HJKMNP-TV-Z]{26}$/],
  ["a product's suffix", newProductSuffix, /^[0-9a-hjkmnp-tv-z]{10}$/],
] as const;

describe("random text", () => {
  it.each(shapes)("%s has its form for any bytes", (_case, make, shape) => {
    expect(make(randomBytes)).toMatch(shape);
    const bytes = fc.array(fc.nat(255), { minLength: 1, maxLength: 64 }).map((list) => [...list, 0]);
    fc.assert(fc.property(bytes, (list) => shape.test(make(bytesFrom(list)))));
  });

  it.each(shapes)("%s is different each time", (_case, make) => {
    const texts = Array.from({ length: 1_000 }, () => make(randomBytes));
    expect(new Set(texts).size).toBe(1_000);
  });

  it("an API key uses every character equally often", () => {
    const all = Array.from({ length: 256 }, (_, i) => i);
    const source = bytesFrom(all);
    const counts = new Map<string, number>();
    // 248 of 256 byte values are usable for 62 characters; 31 keys of 32 characters use each four times.
    for (let i = 0; i < 31; i++)
      for (const each of newApiKey(source).slice("ss_live_".length))
        counts.set(each, (counts.get(each) ?? 0) + 1);
    expect(new Set(counts.values())).toEqual(new Set([16]));
    expect(counts.size).toBe(62);
  });

  it("an API key is recognised only in its exact form", () => {
    const key = newApiKey(randomBytes);
    expect(key).toMatch(keyShape);
    for (const wrong of [key.slice(1), `${key}a`, ` ${key}`, `${key}\n`, key.replace("live", "test")])
      expect(keyShape.test(wrong)).toBe(false);
  });
});
