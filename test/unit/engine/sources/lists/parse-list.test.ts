import { describe, expect, test } from "vitest";
import { parseList } from "../../../../../src/main/engine/sources/lists/parse-list.js";
import {
  ListFileError,
  type ListFileOptions,
  type ParsedList,
} from "../../../../../src/main/engine/sources/lists/parsed-list.js";
import { maxListChars, maxListItems } from "../../../../../src/shared/app/limits.js";
import { listItem, skippedLine } from "../../../../../src/shared/app/lists.js";
import { fileOptions } from "../../../../support/list-file.js";

function parse(content: string, options: Partial<ListFileOptions> = {}): ParsedList {
  const list = parseList(content, fileOptions(options));
  for (const item of list.items) listItem.parse(item);
  for (const line of list.skipped) skippedLine.parse(line);
  return list;
}

const urls = ({ items }: ParsedList) => items.map(({ url }) => url);
const skips = ({ skipped }: ParsedList) => skipped.map(({ line, reason }) => `${line}: ${reason}`);

describe("text", () => {
  test("finds links anywhere in a line and says why other lines are left out", () => {
    const list = parse(
      "\uFEFFFor the garden:\r\n- lamp (https://shop.example/lamp), 29 €\r\n\rwww.shop.example/hose\nsee <https://b.example/p?id=1&x=2>.",
    );
    expect(list.format).toBe("text");
    expect(urls(list)).toEqual([
      "https://shop.example/lamp",
      "https://www.shop.example/hose",
      "https://b.example/p?id=1&x=2",
    ]);
    expect(list.items.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(skips(list)).toEqual(["1: There is no link."]);
  });

  test("keeps links of up to 4,096 characters, and names the limit of longer ones", () => {
    const [longest, longer] = [4_096, 4_097].map((length) => "https://shop.example/".padEnd(length, "a"));
    const list = parse(`${longest}\n${longer}`);
    expect(urls(list)).toEqual([longest]);
    expect(skips(list)).toEqual(["2: The address is too long."]);
  });

  test("counts a repeated link, whatever tracks the visitor, and keeps it once", () => {
    const list = parse(
      "https://www.shop.example/lamp?utm_source=mail\nhttp://shop.example/lamp/\nhttps://shop.example/lamp?color=red",
    );
    expect(urls(list)).toEqual([
      "https://www.shop.example/lamp?utm_source=mail",
      "https://shop.example/lamp?color=red",
    ]);
    expect(list.repeated).toBe(1);
  });

  test("refuses a file without links and one that is too large", () => {
    expect(() => parse("nothing here")).toThrow(ListFileError);
    expect(() => parse("x".repeat(maxListChars + 1))).toThrow(/8 MiB/);
  });

  test("reports links beyond the limit in one line", () => {
    const lines = Array.from({ length: maxListItems + 7 }, (_, i) => `https://shop.example/p/${i}`);
    const list = parse(lines.join("\n"));
    expect(list.items).toHaveLength(maxListItems);
    expect(list.skipped).toMatchObject([
      {
        line: maxListItems + 1,
        text: "",
        reason: "A list can have 10000 links; 7 more were left out. Import them from another file.",
      },
    ]);
  });
});

describe("tables", () => {
  test("reads a link without its invisible characters", () => {
    expect(urls(parse("Name,URL\nLamp,https://shop.example/lamp\u200b"))).toEqual([
      "https://shop.example/lamp",
    ]);
  });

  test("reads columns by their names, in any order and case", () => {
    const list = parse(
      'Tags,PRICE,Name,Currency,Product URL,Target Price\r\n"Garden, light",29.90,"Lamp, ""red""",eur,https://shop.example/lamp,25\r\n',
    );
    expect(list.format).toBe("csv");
    expect(list.items).toEqual([
      {
        url: "https://shop.example/lamp",
        title: 'Lamp, "red"',
        price: 29.9,
        currency: "EUR",
        target: 25,
        other_target: null,
        target_currency: "EUR",
        tags: ["Garden", "light"],
        points: 0,
        line: 2,
        is_suggested: true,
        history: [],
      },
    ]);
  });

  test("reads semicolons, decimal commas and thousands as German spreadsheets write them", () => {
    const list = parse(
      "sep=;\nTitel;Link;Preis;Zielpreis\nSofa;https://shop.example/sofa;1.299,00 €;999\nTisch;https://shop.example/tisch;1.299;1.100,5",
    );
    expect(list.items.map(({ title, price, target, currency }) => [title, price, target, currency])).toEqual([
      ["Sofa", 1_299, 999, "EUR"],
      ["Tisch", 1_299, 1_100.5, null],
    ]);
    expect(list.items[0]?.line).toBe(3);
  });

  test("finds the column of links without a header", () => {
    for (const scheme of ["https://", ""]) {
      const list = parse(`${scheme}shop.example/lamp\tLamp\n${scheme}shop.example/hose\tHose\n`);
      expect(list.items.map(({ title, url }) => [title, url])).toEqual([
        ["Lamp", "https://shop.example/lamp"],
        ["Hose", "https://shop.example/hose"],
      ]);
      expect(list.format).toBe("csv");
    }
  });

  const lamp = "https://shop.example/lamp";

  test.each([
    ["names of columns in another language", `Produit;Lien;Prix cible\nLamp;${lamp};50,00`],
    ["Swedish names", `Namn;Länk;Önskat pris\nLamp;${lamp};50,00`],
    ["unknown names", `Product,Where to buy,Target\nLamp,${lamp},$50.00`],
    ["a heading above them", `My wishes;;\nName;Shop;Zielpreis\nLamp;${lamp};50,00`],
    ["a spreadsheet's links", `Name,Shop,Target\nLamp,"=HYPERLINK(""${lamp}"",""Lamp"")",50`],
    ["a target in words", `name,url,target\nLamp,${lamp},under 50`],
    ["a target with a sign", `name;url;target\nLamp;${lamp};≤ 50,- €`],
    ["JSON", JSON.stringify({ items: [{ name: "Lamp", url: lamp, target_price: 50, tags: null }] })],
  ])("with %s are read", (_, text) => {
    const { items, skipped } = parse(text);
    expect(items.map(({ title, url, target }) => [title, url, target])).toEqual([["Lamp", lamp, 50]]);
    expect(skipped).toEqual([]);
  });

  test("with a row in three without a link are no text, in which each link would end behind its cells", () => {
    const { format, items, skipped } = parse(`Vad;Var;Hur\nLamp;${lamp};x\nHose;later;y\nKettle;${lamp}2;z`);
    expect([format, ...items.map(({ url }) => url)]).toEqual(["csv", lamp, `${lamp}2`]);
    expect(skipped).toMatchObject([{ line: 3 }]);
  });

  test("of JSON may be nothing but addresses, and a dash is no target", () => {
    expect(urls(parse(JSON.stringify([lamp])))).toEqual([lamp]);
    expect(parse(`url,target\n${lamp},-`).skipped).toEqual([]);
  });

  test.each([
    ["a number has one meaning", 1.299, 30, [1.299, null]],
    ["a number has one meaning beside commas", 1.299, "30,50", [1.299, null]],
    ["a text has two", "1.299", 30, [1_299, 1.299]],
    ["a number does not tell how texts are written", "1,299", 30.5, [1_299, 1.299]],
  ])("of JSON: %s", (_why, target, other, read) => {
    const list = parse(JSON.stringify([target, other].map((each, i) => ({ url: lamp + i, target: each }))));
    expect([list.items[0]?.target, list.items[0]?.other_target]).toEqual(read);
  });

  test("takes a number of JSON for a price, also of a history", () => {
    const [url, price] = [lamp, 1.299];
    expect(parse(JSON.stringify([{ url, price }]))).toMatchObject({ items: [{ price }], skipped: [] });
    const history = parse(JSON.stringify([{ url, price, date: "2026-01-31" }]));
    expect(history).toMatchObject({ items: [{ history: [{ price }] }], skipped: [] });
  });

  test("keeps a link whose target is unreadable, and says so", () => {
    const list = parse("url,target,currency\nhttps://shop.example/lamp,cheap,coins\nno link,5,EUR\n,5,EUR");
    expect(urls(list)).toEqual(["https://shop.example/lamp"]);
    expect(skips(list)).toEqual([
      "2: The currency is not a code such as EUR; the link is read without it.",
      "2: The target is not an amount above 0; the link is read without it.",
      "3: This is not an address of a page.",
      "4: There is no link.",
    ]);
  });

  const twoWays = "can be read in two ways, with thousands or with decimals. Write it like 1299.00";

  test.each([
    ["nothing tells", "1.299", "30", 1_299, 1.299],
    ["nothing tells", '"1,299"', "30", 1_299, 1.299],
    ["another row has decimals behind a point", '"1,299"', "30.50", 1_299, null],
    ["another row has decimals behind a comma", "1.299", '"30,50"', 1_299, null],
    ["the separator is the one of the decimals", "1.299", "30.50", 1_299, 1.299],
    ["rows disagree", "1.299", '"30,50",\nhttps://shop.example/3,5.25', 1_299, 1.299],
    ["the sign is of yuan, too", "¥1.299", "30", 1_299, 1.299],
    ["the won has no decimals", "₩1.299", "30", 1_299, null],
    ["there are two separators", '"1.299,00"', "30", 1_299, null],
    ["a digit stands before the point", "0.299", "30", 0.299, null],
    ["four digits stand before it", "1299.500", "30", 1_299.5, null],
  ])("keeps both amounts that a target may mean: %s (%s)", (_why, first, second, target, other) => {
    const list = parse(`url,target\nhttps://shop.example/1,${first}\nhttps://shop.example/2,${second}`);
    expect(list.items[0]).toMatchObject({ target, other_target: other });
    expect(skips(list)).toEqual([]);
  });

  test("names a price of two meanings, and a target below the smallest coin", () => {
    const list = parse("url,price,target\nhttps://shop.example/1,1.299,0.001");
    expect(list.items).toMatchObject([{ price: null, target: null }]);
    expect(skips(list)).toEqual([
      `2: The price ${twoWays}; the link is read without it.`,
      "2: The target is not an amount above 0; the link is read without it.",
    ]);
  });

  test("takes a semicolon for the sign of a decimal comma", () => {
    const list = parse("url;target\nhttps://shop.example/1;1.299\nhttps://shop.example/2;1,299");
    expect(list.items.map((item) => item.other_target)).toEqual([null, 1.299]);
  });

  test.each([
    ["US$40.00", "", "USD"],
    ["£40", "EUR", "GBP"],
    ["40", "EUR", "EUR"],
    ["$40", "", "$"],
    ["$40", "CAD", "CAD"],
    ["40", "", null],
  ])("keeps the currency of the target %s in a row of the currency %j", (target, currency, expected) => {
    const list = parse(`url,target,currency\nhttps://shop.example/1,${target},${currency}`);
    expect(list.items).toMatchObject([{ target: 40, target_currency: expected }]);
  });

  test.each([
    ["$40.00", "", "$"],
    ["40.00", "$", "$"],
    ["$40.00", "CAD", "CAD"],
  ])("keeps the sign of the price %s in a row of the currency %j", (price, currency, expected) => {
    const rows = parse(`url,price,currency\nhttps://shop.example/1,${price},${currency}`);
    expect(rows.items).toMatchObject([{ price: 40, currency: expected }]);
    expect(rows.skipped).toEqual([]);
    const history = parse(`url,date,price,currency\nhttps://shop.example/1,2026-05-02,${price},${currency}`);
    expect(history.items).toMatchObject([{ history: [{ price: 40, currency: expected }] }]);
  });

  test("leaves out a row with more cells than the header, whose cells may be shifted", () => {
    const list = parse(
      "url,target,tags\nhttps://shop.example/1,1,299,home\nhttps://shop.example/2,5,,,\nhttps://shop.example/3,5\n",
    );
    expect(urls(list)).toEqual(["https://shop.example/2", "https://shop.example/3"]);
    expect(skips(list)).toEqual([
      "2: The row has more cells than the first. Put cells with commas into quotation marks.",
    ]);
  });

  test("names the second of two targets of a link", () => {
    const list = parse(
      "url,target\nhttps://shop.example/1,5\nhttps://www.shop.example/1?gclid=a,6\nhttps://shop.example/1,5",
    );
    expect(list.items).toMatchObject([{ target: 5 }]);
    expect(skips(list)).toEqual(["3: The link stands above with another target, 5, which counts."]);
  });

  test("takes ASINs with their marketplace for links, and no pictures", () => {
    const list = parse(
      "Locale,Image,Title,Amazon,Desired Price,ASIN\nde,https://images.example/I/1.jpg,Lamp,20.50,15,B0ABCDEFGH\nco.uk,https://images.example/I/2.jpg,Hose,,,b0abcdefgi\n1,,Book,,,3551557411\nxx,,Rake,,,B0ABCDEFGJ\n",
    );
    expect(list.items.map(({ url, title, target }) => [url, title, target])).toEqual([
      ["https://www.amazon.de/dp/B0ABCDEFGH", "Lamp", 15],
      ["https://www.amazon.co.uk/dp/B0ABCDEFGI", "Hose", null],
      ["https://www.amazon.com/dp/3551557411", "Book", null],
    ]);
    expect(list.needsPageUrl).toBe(true);
    expect(skips(list)[0]).toMatch(/^1: 1 link lacks its shop's address/);
  });

  test("finds no link in a table of pictures", () => {
    expect(() => parse("https://images.example/1.jpg,Lamp\nhttps://images.example/2.png?w=5,Hose")).toThrow(
      ListFileError,
    );
  });

  test("asks for the shop of a list of ASINs, and reads it there", () => {
    expect(parse("B0ABCDEFGH\nB0ABCDEFGI\n")).toMatchObject({ items: [], needsPageUrl: true });
    const list = parse("ASIN\nB0ABCDEFGH", { pageUrl: "https://www.amazon.fr/wishlist/1" });
    expect(urls(list)).toEqual(["https://www.amazon.fr/dp/B0ABCDEFGH"]);
  });

  test("says what is wrong with the first row if it can read none", () => {
    expect(() => parse("url,date,price\nhttps://shop.example/1,soon,5")).toThrow(
      /Line 2: The date is not understood/,
    );
  });

  test("reads a quote without an end as a character", () => {
    const list = parse('url,title\nhttps://shop.example/tv,"55\nhttps://shop.example/tv2,"60\n');
    expect(list.items.map(({ title }) => title)).toEqual(['"55', '"60']);
  });
});

describe("price histories", () => {
  test("gathers the rows of a link in the order of time", () => {
    const list = parse(
      "url,date,price,currency,availability\nhttps://a.example/1,2026-05-02,19.99,EUR,in_stock\nhttps://b.example/2,2026-05-01T08:00:00Z,5,EUR,\nhttps://a.example/1,2026-05-01 12:30,21,EUR,out of stock\n",
    );
    expect(list.format).toBe("history");
    expect(list.repeated).toBe(0);
    expect(list.items.map(({ url, price, points }) => [url, price, points])).toEqual([
      ["https://a.example/1", 19.99, 2],
      ["https://b.example/2", 5, 1],
    ]);
    expect(list.items[0]?.history).toEqual([
      { atMs: Date.UTC(2026, 4, 1, 12, 30), price: 21, currency: "EUR", availability: "out" },
      { atMs: Date.UTC(2026, 4, 2), price: 19.99, currency: "EUR", availability: "in" },
    ]);
  });

  test("skips rows with a bad date or price", () => {
    const list = parse(
      "link,date,price\nhttps://a.example/1,2026-02-30,5\nhttps://a.example/1,2026-02-20,free\nhttps://a.example/1,03/04/2026,5\nhttps://a.example/1,2026-02-21,5",
    );
    expect(list.items[0]?.points).toBe(1);
    expect(skips(list)).toEqual([
      "2: The date is not understood. Write it as year-month-day.",
      "3: The price is not an amount above 0.",
      "4: The date could be of two days. Write it as year-month-day.",
    ]);
  });

  test("skips a bad row of a short table without a header", () => {
    const text = "2026-02-01, 5.00\n2026-02-02, 6.00\n2026-02-40, 7.00";
    const list = parse(text, { historyOf: "https://a.example/1" });
    expect(list.items[0]?.points).toBe(2);
    expect(skips(list)).toEqual(["3: The date is not understood. Write it as year-month-day."]);
  });

  test("skips a price of the future, and reads local times in the computer's zone", () => {
    const list = parse(
      "url;datum;preis\nhttps://a.example/1;45931;60,00\nhttps://a.example/1;2027-06-01;5,00\nhttps://a.example/1;2026-10-26 00:30;6,00\n",
      { timeZone: "Europe/Berlin" },
    );
    expect(list.items[0]?.history.map(({ atMs, price }) => [new Date(atMs).toISOString(), price])).toEqual([
      ["2025-09-30T22:00:00.000Z", 60],
      ["2026-10-25T23:30:00.000Z", 6],
    ]);
    expect(skips(list)).toEqual(["3: The date is in the future."]);
  });
});
