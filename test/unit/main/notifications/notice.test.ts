import { expect, test } from "vitest";
import { createNotices as makeNotices } from "../../../../src/main/notifications/notice.js";
import { createShellTexts } from "../../../../src/main/window/shell-texts.js";
import { createInboxEntry as entry } from "../../../support/inbox-entry.js";

const shopName = (host: string) => (host === "shop.example" ? "Lampenladen" : host);
const english = createShellTexts(() => ({ language: "en", locale: "en-US" }));
const englishNotices = (entries: Parameters<typeof makeNotices>[0]) =>
  makeNotices(entries, english.alertWords(shopName));

test("a notification names the product and the reason, and opens the product when clicked", () => {
  expect(englishNotices([entry(1)])).toEqual([
    {
      title: "Lamp 1",
      body: "$40.00 at shop.example, 20% under the price before",
      image: "https://img.example/lamp.png",
      target: { kind: "product", productKey: "product/lamp/1", entryId: 1 },
    },
  ]);
});

test("two alerts have a notification each, three have one that opens the inbox", () => {
  expect(englishNotices([entry(1), entry(2)])).toHaveLength(2);
  const [group, ...more] = englishNotices([entry(1), entry(2), entry(3)]);
  expect(more).toEqual([]);
  expect(group).toMatchObject({ title: "3 price alerts", target: { kind: "inbox" } });
  expect(group?.body.split("\n")).toHaveLength(3);
});

test("a notification for many alerts has their number and the first ones by name", () => {
  const entries = Array.from({ length: 60 }, (_, i) => entry(i + 1));
  const [group] = englishNotices(entries);
  expect(group?.title).toBe("60 price alerts");
  expect(group?.body).toContain("Lamp 1: ");
  expect(group?.body).toMatch(/\nand 56 more$/);
});

test("a notification for a test says so and opens the inbox, because its product does not exist", () => {
  expect(englishNotices([entry(1, { is_test: true })])[0]).toMatchObject({
    body: expect.stringMatching(/^Test: /),
    target: { kind: "inbox" },
  });
});

test("a notification truncates a long title, not the reason", () => {
  const long = entry(1);
  const [notice] = englishNotices([
    { ...long, data: { ...long.data, product: { ...long.data.product, title: "Lamp ".repeat(60) } } },
  ]);
  expect(notice?.title.length).toBeLessThanOrEqual(90);
  expect(notice?.title.endsWith("…")).toBe(true);
  expect(notice?.body).toBe(long.reason);
});

test("a notification for an alert without a reason still states a next step", () => {
  expect(englishNotices([entry(1, { reason: null })])[0]?.body).toBe("Open Tidemark to see what changed.");
});

test("a notification is in the user's language", () => {
  const german = createShellTexts(() => ({ language: "de", locale: "de-DE" }));
  const alert = {
    ...entry(1),
    clauses: {
      head: { kind: "price", price: 1249.5, currency: "EUR", retailer: "shop.example" },
      clauses: [{ kind: "under_median30", percent: 18 }],
    },
  } as const;
  const [notice] = makeNotices(
    [{ ...alert, clauses: { ...alert.clauses, clauses: [...alert.clauses.clauses] } }],
    german.alertWords(shopName),
  );
  expect(notice?.body).toBe("1.249,50\u00A0€ bei Lampenladen, 18\u00A0% unter dem üblichen Preis");
  const many = makeNotices([entry(1), entry(2), entry(3)], german.alertWords(shopName));
  expect(many[0]?.title).toBe("3 Preisalarme");
});
