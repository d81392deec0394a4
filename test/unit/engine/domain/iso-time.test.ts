import fc from "fast-check";
import { expect, it } from "vitest";
import { isoTime } from "../../../../src/main/engine/domain/iso-time.js";

it("a time is formatted like a Date's, from the first year to the last", () => {
  const seconds = fc.integer({ min: 0, max: 2_000_000_000 }).map((each) => each * 1_000);
  const anyTime = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
  fc.assert(
    fc.property(fc.oneof(seconds, anyTime), (atMs) => {
      expect(isoTime(atMs)).toBe(new Date(atMs).toISOString());
    }),
  );
});
