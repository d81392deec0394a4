import { describe, expect, it } from "vitest";
import { isSampleRecheckable, sampleRetailers } from "../../../../../src/main/engine/sources/sample/index.js";

describe("sample retailers", () => {
  it("has eight sample retailers, all named Sample and below .example", () => {
    expect(sampleRetailers).toHaveLength(8);
    for (const { domain, name } of sampleRetailers) {
      expect(domain).toMatch(/^sample-[a-z]+\.example$/);
      expect(name).toMatch(/^Sample /);
    }
  });

  it("rechecks offers of the marketplace and the electronics retailer only", () => {
    const recheckable = sampleRetailers.map(({ domain }) => domain).filter(isSampleRecheckable);
    expect(recheckable).toEqual(["sample-market.example", "sample-electronics.example"]);
  });

  it("compares retailers as host names", () => {
    expect(isSampleRecheckable("WWW.Sample-Market.example")).toBe(true);
    expect(isSampleRecheckable("sample-market.example.com")).toBe(false);
  });
});
