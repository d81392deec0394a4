import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createSecretBox,
  secretKeyBytes,
} from "../../../../../src/main/engine/operations/request/secret-box.js";

const key = Buffer.alloc(secretKeyBytes, 7);
const otherKey = Buffer.alloc(secretKeyBytes, 8);
const boxes = { "with a key": createSecretBox(key), "without a key": createSecretBox(null) };
const text = fc.string({ unit: "grapheme" });

describe.each(Object.entries(boxes))("secrets sealed %s", (_, box) => {
  it("a sealed secret opens to its original text", () => {
    fc.assert(
      fc.property(text, (secret) => {
        expect(box.open(box.seal(secret))).toBe(secret);
      }),
    );
  });
});

const box = createSecretBox(key);

it("a sealed secret is not visible in the sealed bytes", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4 }), (secret) => {
      expect(box.seal(secret).includes(Buffer.from(secret))).toBe(false);
    }),
  );
});

it("a sealed secret has different bytes each time it is sealed", () => {
  expect(box.seal("secret")).not.toEqual(box.seal("secret"));
});

it("a sealed secret does not open with another key, or without one", () => {
  const sealed = box.seal("secret");
  expect(createSecretBox(otherKey).open(sealed)).toBeNull();
  expect(createSecretBox(null).open(sealed)).toBeNull();
});

it("a sealed secret does not open when any bit of it is changed", () => {
  const sealed = box.seal("secret");
  fc.assert(
    fc.property(fc.nat({ max: sealed.length * 8 - 1 }), (bit) => {
      // The first byte is the format; 0 would be plain text.
      fc.pre(bit >= 8);
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
      expect(box.open(changed)).toBeNull();
    }),
  );
});

it("a sealed secret does not open when it is truncated", () => {
  const sealed = box.seal("secret");
  for (let length = 0; length < sealed.length; length++)
    expect(box.open(sealed.subarray(0, length))).toBeNull();
});

it("a sealed secret does not need to be sealed again", () => {
  expect(box.shouldReseal(box.seal("secret"))).toBe(false);
});

const sealed = createSecretBox(null).seal("secret");

it("a secret stored as text opens with any key", () => {
  expect(createSecretBox(key).open(sealed)).toBe("secret");
});

it("a secret stored as text needs to be sealed once a key is available", () => {
  expect(createSecretBox(key).shouldReseal(sealed)).toBe(true);
  expect(createSecretBox(null).shouldReseal(sealed)).toBe(false);
});

it.each([0, 16, 31, 33])("secretBox rejects a key of %i bytes", (length) => {
  expect(() => createSecretBox(Buffer.alloc(length))).toThrow("32 bytes");
});
