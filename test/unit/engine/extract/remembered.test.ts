import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { remembered } from "../../../../src/main/engine/extract/remembered.js";

it("what is remembered of pages does not hold the pages in memory", () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const pageBytes = 1_000_000;
  const read = remembered(1_000, (text) => ({ text }));
  const readFrom = (page: number) => {
    const html = Buffer.alloc(pageBytes, `<b class="price-of-product-${page}">`).toString();
    return read(html.slice(10, 32)).text.length + read(html).text.length;
  };
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let page = 0; page < 30; page++) readFrom(page);
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10 * pageBytes);
  expect(read("Price")).toBe(read("Price"));
});
