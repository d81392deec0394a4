import { expect, it } from "vitest";
import { shopShares } from "../../../../../src/renderer/features/product/evidence-section.js";

const shops = (count: number, days = 30) =>
  Array.from({ length: count }, (_, index) => ({ retailer: `s${index}.example`, share: 100 / count, days }));

it("names the shops that had the best price, the others as one", () => {
  const shares = shopShares(shops(8));
  expect(shares.map(({ retailer }) => retailer)).toEqual([
    ...["s0.example", "s1.example", "s2.example", "s3.example", "s4.example"],
    null,
  ]);
  expect(shares.at(-1)?.share).toBe(37);
});

it("gives the last one its name where it is the only other", () => {
  expect(shopShares(shops(6)).at(-1)?.retailer).toBe("s5.example");
});

it("gives whole percents that add up to 100", () => {
  const exact = [55.4, 27.6, 10.5, 6.5].map((share, index) => ({
    retailer: `s${index}.example`,
    share,
    days: 30,
  }));
  const shares = shopShares(exact).map(({ share }) => share);
  expect(shares).toEqual([55, 28, 11, 6]);
  expect(shopShares(shops(3)).reduce((sum, { share }) => sum + share, 0)).toBe(100);
});

it("leaves out shops whose share rounds to nothing", () => {
  const [most, least] = shops(2);
  if (!most || !least) throw new Error("There are two shops.");
  const shares = shopShares([
    { ...most, share: 99.8 },
    { ...least, share: 0.2 },
  ]);
  expect(shares).toEqual([{ retailer: "s0.example", share: 100 }]);
});

it("claims nothing of less than a week", () => {
  expect(shopShares(shops(2, 3))).toEqual([]);
  expect(shopShares([])).toEqual([]);
});
