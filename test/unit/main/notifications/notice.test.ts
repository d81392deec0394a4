import { expect, test } from "vitest";
import { createNotices as makeNotices } from "../../../../src/main/notifications/notice.js";
import { createShellTexts } from "../../../../src/main/window/speech.js";
import { entry } from "../shell/notifications/entries.js";

const english = createShellTexts(() => ({ language: "en", locale: "en-US" }));
const noticesOf = (entries: Parameters<typeof makeNotices>[0]) => makeNotices(entries, english);

test("an alert says which product, and why; a click leads to it", () => {
  expect(noticesOf([entry(1)])).toEqual([
    {
      title: "Lamp 1",
      body: "$40.00 at shop.example, 20% under the price before",
      image: "https://img.example/lamp.png",
      target: { kind: "product", service: "product/lamp/1", entryId: 1 },
    },
  ]);
});

test("two alerts come each on its own, three as one that leads to the inbox", () => {
  expect(noticesOf([entry(1), entry(2)])).toHaveLength(2);
  const [group, ...more] = noticesOf([entry(1), entry(2), entry(3)]);
  expect(more).toEqual([]);
  expect(group).toMatchObject({ title: "3 price alerts", target: { kind: "inbox" } });
  expect(group?.body.split("\n")).toHaveLength(3);
});

test("a great many are counted, and the first ones named", () => {
  const entries = Array.from({ length: 60 }, (_, i) => entry(i + 1));
  const [group] = noticesOf(entries);
  expect(group?.title).toBe("60 price alerts");
  expect(group?.body).toContain("Lamp 1: ");
  expect(group?.body).toMatch(/\nand 56 more$/);
});

test("a test's product is made up: the click leads to the inbox, and the text says so", () => {
  expect(noticesOf([entry(1, { is_test: true })])[0]).toMatchObject({
    body: expect.stringMatching(/^Test: /),
    target: { kind: "inbox" },
  });
});

test("a long title is cut, not the reason", () => {
  const long = entry(1);
  const [notice] = noticesOf([
    { ...long, data: { ...long.data, product: { ...long.data.product, title: "Lamp ".repeat(60) } } },
  ]);
  expect(notice?.title.length).toBeLessThanOrEqual(90);
  expect(notice?.title.endsWith("…")).toBe(true);
  expect(notice?.body).toBe(long.reason);
});

test("an alert of an older version has no reason, and still says what to do", () => {
  expect(noticesOf([entry(1, { reason: null })])[0]?.body).toBe("Open Tidemark to see what changed.");
});

test("an alert is told in the language of who reads it", () => {
  const german = createShellTexts(() => ({ language: "de", locale: "de-DE" }));
  const told = {
    ...entry(1),
    clauses: {
      head: { kind: "price", price: 1249.5, currency: "EUR", retailer: "shop.example" },
      clauses: [{ kind: "under_median30", percent: 18 }],
    },
  } as const;
  const [notice] = makeNotices(
    [{ ...told, clauses: { ...told.clauses, clauses: [...told.clauses.clauses] } }],
    german,
  );
  expect(notice?.body).toBe("1.249,50\u00A0€ bei shop.example, 18\u00A0% unter dem 30-Tage-Median");
  const many = makeNotices([entry(1), entry(2), entry(3)], german);
  expect(many[0]?.title).toBe("3 Preisalarme");
});
