import { describe, expect, it } from "vitest";
import { isSampleRecheckable, sampleRetailers } from "../../../../../src/main/engine/sources/sample/index.js";

describe("sample retailers", () => {
  it("sample retailers are eight shops under .example that are named as samples", () => {
    expect(sampleRetailers).toHaveLength(8);
    for (const { domain, name } of sampleRetailers) {
      expect(domain).toMatch(/^sample-[a-z]+\.example$/);
      expect(name).toMatch(/^Sample /);
    }
  });

  it("sample retailers can be re-checked at the marketplace and the electronics retailer only", () => {
    const recheckable = sampleRetailers.map(({ domain }) => domain).filter(isSampleRecheckable);
    expect(recheckable).toEqual(["sample-market.example", "sample-electronics.example"]);
  });

  it("sample retailers are compared as host names", () => {
    expect(isSampleRecheckable("WWW.Sample-Market.example")).toBe(true);
    expect(isSampleRecheckable("sample-market.example.com")).toBe(false);
  });
});
