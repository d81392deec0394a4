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

describe.each(Object.entries(boxes))("a secret sealed %s", (_, box) => {
  it("opens to what it was", () => {
    fc.assert(
      fc.property(text, (secret) => {
        expect(box.open(box.seal(secret))).toBe(secret);
      }),
    );
  });
});

describe("a secret sealed with a key", () => {
  const box = createSecretBox(key);

  it("does not show in what is kept", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (secret) => {
        expect(box.seal(secret).includes(Buffer.from(secret))).toBe(false);
      }),
    );
  });

  it("looks different each time", () => {
    expect(box.seal("secret")).not.toEqual(box.seal("secret"));
  });

  it("does not open with another key, or without one", () => {
    const sealed = box.seal("secret");
    expect(createSecretBox(otherKey).open(sealed)).toBeNull();
    expect(createSecretBox(null).open(sealed)).toBeNull();
  });

  it("does not open when any bit of it is changed", () => {
    const sealed = box.seal("secret");
    fc.assert(
      fc.property(fc.nat({ max: sealed.length * 8 - 1 }), (bit) => {
        // The first byte says how to read the rest: 0 would be text, which is no secret.
        fc.pre(bit >= 8);
        const changed = Buffer.from(sealed);
        changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
        expect(box.open(changed)).toBeNull();
      }),
    );
  });

  it("does not open when it is cut short", () => {
    const sealed = box.seal("secret");
    for (let length = 0; length < sealed.length; length++)
      expect(box.open(sealed.subarray(0, length))).toBeNull();
  });

  it("need not be sealed again", () => {
    expect(box.shouldReseal(box.seal("secret"))).toBe(false);
  });
});

describe("a secret kept as text", () => {
  const sealed = createSecretBox(null).seal("secret");

  it("opens with any key", () => {
    expect(createSecretBox(key).open(sealed)).toBe("secret");
  });

  it("is to be sealed once there is a key", () => {
    expect(createSecretBox(key).shouldReseal(sealed)).toBe(true);
    expect(createSecretBox(null).shouldReseal(sealed)).toBe(false);
  });
});

it.each([0, 16, 31, 33])("a key of %i bytes is refused", (length) => {
  expect(() => createSecretBox(Buffer.alloc(length))).toThrow("32 bytes");
});
