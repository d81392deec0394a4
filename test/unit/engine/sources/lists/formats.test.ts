import { describe, expect, test } from "vitest";
import { wallClock } from "../../../../../src/main/engine/domain/clock.js";
import { parseList } from "../../../../../src/main/engine/sources/lists/parse-list.js";
import type { ParsedList } from "../../../../../src/main/engine/sources/lists/parsed-list.js";
import { isWholeDay, readTime } from "../../../../../src/main/engine/sources/lists/read-time.js";
import { fileOptions } from "../../../../support/list-file.js";

const parse = (content: string, fileName = "") => parseList(content, fileOptions({ fileName }));
const inUtc = (wallMs: number) => wallMs;
const brief = ({ items }: ParsedList) => items.map(({ url, title, tags }) => [url, title, tags]);

describe("bookmarks", () => {
  const file = (body: string) =>
    `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n${body}</DL><p>\n`;

  test("take their folders as tags, without those that every browser has", () => {
    const list = parse(
      file(
        `<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>\n<DL><p>\n<DT><H3>Garden &amp; yard</H3>\n<DL><p>\n<DT><A HREF="https://shop.example/lamp" ADD_DATE="1">Solar   lamp</A>\n</DL><p>\n<DT><A HREF="https://shop.example/hose" TAGS="wet,green">Hose</A>\n</DL><p>\n<DT><A HREF="https://shop.example/rake">Rake</A>\n`,
      ),
    );
    expect(list.format).toBe("bookmarks");
    expect(brief(list)).toEqual([
      ["https://shop.example/lamp", "Solar lamp", ["Garden & yard"]],
      ["https://shop.example/hose", "Hose", ["wet", "green"]],
      ["https://shop.example/rake", "Rake", []],
    ]);
    expect(list.items.map(({ line }) => line)).toEqual([10, 12, 14]);
  });

  test("of scripts and browser pages are left out with a reason", () => {
    const list = parse(
      file(
        '<DT><A HREF="javascript:alert(1)">Save</A>\n<DT><A HREF="https://shop.example/lamp">Lamp</A>\n<DT><A HREF="chrome://settings/">Settings</A>\n',
      ),
    );
    expect(brief(list)).toEqual([["https://shop.example/lamp", "Lamp", []]]);
    expect(list.skipped).toMatchObject([
      { line: 6, text: "Save", reason: "The bookmark is not of a web page." },
      { line: 8, text: "Settings", reason: "The bookmark is not of a web page." },
    ]);
  });

  test("name a folder that is too long for a tag once, and keep its links", () => {
    const name = "A folder name that is far longer than forty characters, as people write";
    const list = parse(
      file(
        `<DT><H3>${name}</H3>\n<DL><p>\n<DT><A HREF="https://shop.example/lamp">Lamp</A>\n<DT><A HREF="https://shop.example/hose">Hose</A>\n</DL><p>\n`,
      ),
    );
    expect(list.items.map(({ tags }) => tags)).toEqual([[], []]);
    expect(list.skipped).toMatchObject([
      { line: 8, text: name, reason: "This is too long for a tag; the links are read without it." },
    ]);
  });

  test.each([
    [
      "Chrome's own file",
      {
        roots: {
          bookmark_bar: {
            name: "Lesezeichenleiste",
            type: "folder",
            children: [
              { name: "Lamp", type: "url", url: "https://shop.example/lamp" },
              {
                name: "Garden",
                type: "folder",
                children: [{ name: "Hose", type: "url", url: "https://shop.example/hose" }],
              },
              { name: "Settings", type: "url", url: "chrome://settings/" },
            ],
          },
          sync_transaction_version: "1",
        },
        version: 1,
      },
    ],
    [
      "a backup of Firefox",
      {
        type: "text/x-moz-place-container",
        title: "",
        children: [
          {
            title: "toolbar",
            type: "text/x-moz-place-container",
            children: [
              { title: "Lamp", type: "text/x-moz-place", uri: "https://shop.example/lamp" },
              {
                title: "Garden",
                type: "text/x-moz-place-container",
                children: [{ title: "Hose", type: "text/x-moz-place", uri: "https://shop.example/hose" }],
              },
              { title: "Settings", type: "text/x-moz-place", uri: "place:sort=8" },
            ],
          },
        ],
      },
    ],
  ])("are read from %s, with folders as tags", (_name, value) => {
    const list = parse(JSON.stringify(value));
    expect(list.format).toBe("bookmarks");
    expect(brief(list)).toEqual([
      ["https://shop.example/lamp", "Lamp", []],
      ["https://shop.example/hose", "Hose", ["Garden"]],
    ]);
    expect(list.skipped.map(({ text }) => text)).toEqual(["Settings"]);
  });

  test("nested thousands of folders deep are read as far as they can be", () => {
    const list = parse(
      file(
        `<DT><A HREF="https://shop.example/lamp">Lamp</A>\n${"<DL><p>".repeat(5_000)}<DT><A HREF="https://shop.example/2">`,
      ),
    );
    expect(brief(list)).toEqual([["https://shop.example/lamp", "Lamp", []]]);
    expect(list.skipped.map(({ reason }) => reason)).toEqual([
      "The folders from here on are nested too deeply.",
    ]);
  });
});

describe("changedetection.io", () => {
  const id = "095be615-a8ad-4c33-8e9c-c7612fbf6c9f";
  const watch = {
    uuid: id,
    url: "source:https://shop.example/lamp",
    title: null,
    page_title: "Solar lamp – Shop",
    processor: "restock_diff",
    tags: ["t1", "t2"],
    restock: { in_stock: true, price: 29.9, currency: "EUR", last_price: 35 },
    restock_settings: { price_change_min: 25, price_change_max: null },
  };

  test("keeps titles, tags, prices and thresholds of the old data file", () => {
    const list = parse(
      JSON.stringify({
        watching: { [id]: watch, other: { ...watch, url: "https://b.example/{{ '%Y' }}", title: "Next" } },
        settings: { application: { tags: { t1: { title: "Garden" } } } },
      }),
    );
    expect(list.format).toBe("changedetection");
    expect(list.items).toMatchObject([
      {
        url: "https://shop.example/lamp",
        title: "Solar lamp – Shop",
        price: 29.9,
        currency: "EUR",
        target: 25,
        tags: ["Garden"],
      },
    ]);
    expect(list.skipped).toMatchObject([{ reason: expect.stringMatching(/template/) }]);
  });

  test("reads the API's list, with the address that a template stands for", () => {
    const list = parse(
      JSON.stringify({
        [id]: {
          uuid: id,
          url: "https://shop.example/?id={{1+1}}",
          link: "https://shop.example/?id=2",
          title: "Lamp",
        },
      }),
    );
    expect(brief(list)).toEqual([["https://shop.example/?id=2", "Lamp", []]]);
  });

  test("reads a single watch and its target as newer versions name it", () => {
    const { restock_settings: settings, ...own } = watch;
    const list = parse(
      JSON.stringify({ ...own, processor_config_restock_diff: settings, tag: "Garden, light" }),
    );
    expect(list.items).toMatchObject([{ target: 25, tags: ["Garden", "light"] }]);
  });

  test("reads the list of links in a backup without taking ids for tags", () => {
    const list = parse(
      `https://shop.example/lamp ['${id}', '${id}']\r\nhttps://shop.example/hose []\r\nsource:https://shop.example/rake {}\r\n`,
    );
    expect(list.format).toBe("changedetection");
    expect(brief(list)).toEqual([
      ["https://shop.example/lamp", null, []],
      ["https://shop.example/hose", null, []],
      ["https://shop.example/rake", null, []],
    ]);
    expect(list.skipped.map(({ line, reason }) => [line, reason])).toEqual([
      [1, expect.stringContaining("only ids")],
    ]);
  });

  test("reads the names of tags in its text list, but no words behind links of other files", () => {
    const text = "https://shop.example/lamp Garden, light\nhttps://shop.example/hose";
    expect(brief(parse(text, "url-list-with-tags.txt"))).toEqual([
      ["https://shop.example/lamp", null, ["Garden", "light"]],
      ["https://shop.example/hose", null, []],
    ]);
    expect(parse(text, "links.txt")).toMatchObject({ format: "text", items: [{ tags: [] }, { tags: [] }] });
  });

  test("reads entries without an id, and names those without an address", () => {
    const watching = { a: { url: "https://shop.example/lamp" }, b: { title: "Hose" } };
    const list = parse(JSON.stringify({ watching, settings: {} }));
    expect(brief(list)).toEqual([["https://shop.example/lamp", null, []]]);
    expect(list.skipped).toMatchObject([{ line: 1, text: "Hose", reason: "The watch has no address." }]);
  });
});

describe("PriceBuddy", () => {
  test("keeps each shop of a product, with its price history, target and tags", () => {
    const list = parse(
      JSON.stringify({
        data: [
          {
            id: 1,
            title: "Solar lamp",
            notify_price: "25.00",
            current_price: 29.9,
            price_cache: [
              {
                url: "https://shop.example/lamp",
                price: 29.9,
                currency: "EUR",
                history: { "2026-05-01": 35, "2026-05-03": 29.9, never: 1 },
                availability: "InStock",
              },
            ],
            urls: [{ url: "https://shop.example/lamp" }, { url: "https://b.example/lamp" }],
            tags: [{ id: 3, name: "Garden" }],
          },
          { id: 2, title: "Hose", notify_price: null },
        ],
        links: { first: "x" },
        meta: { total: 2 },
      }),
    );
    expect(list.format).toBe("pricebuddy");
    expect(list.items).toMatchObject([
      {
        url: "https://shop.example/lamp",
        title: "Solar lamp",
        price: 29.9,
        currency: "EUR",
        target: 25,
        tags: ["Garden"],
        history: [
          { atMs: Date.UTC(2026, 4, 1), price: 35, currency: "EUR", availability: null },
          { atMs: Date.UTC(2026, 4, 3), price: 29.9, currency: "EUR", availability: "in" },
        ],
      },
      { url: "https://b.example/lamp", title: "Solar lamp", price: null, target: 25, points: 0 },
    ]);
    expect(list.skipped).toMatchObject([{ text: "Hose", reason: expect.stringMatching(/include=urls/) }]);
    expect(list.repeated).toBe(0);
  });
});

describe("other files", () => {
  test.each([
    ["a spreadsheet", "PK\u0003\u0004…", /save the spreadsheet as CSV/],
    ["a PDF", "%PDF-1.7\n", /Copy its links/],
    ["a page in a single file", "From: <Saved by Blink>\r\nSnapshot-Content-Location: x", /HTML only/],
    ["a database", "SQLite format 3\0", /not text/],
    ["unknown JSON", '{"products": 5}', /No list was found/],
  ])("that are %s are refused with the next step", (_name, content, message) => {
    expect(() => parse(content)).toThrow(message);
  });

  test("of this program's own watch list are left to its reader", () => {
    expect(parse('{"tidemark_watch_list":1,"products":[]}')).toMatchObject({
      format: "watch-list",
      items: [],
    });
  });

  test("in Markdown are text, although they begin with a bracket", () => {
    expect(brief(parse("[Lamp](https://shop.example/lamp)"))).toEqual([
      ["https://shop.example/lamp", null, []],
    ]);
  });

  test("name themselves after the file", () => {
    expect(parse("https://shop.example/lamp", "Garden 2026.txt").name).toBe("Garden 2026");
  });
});

describe("times", () => {
  const at = (...parts: [number, number, number, number?, number?]) => Date.UTC(...parts);
  test.each([
    ["2026-06-15", at(2026, 5, 15)],
    ["2026-06-15 08:30", at(2026, 5, 15, 8, 30)],
    ["2026-06-15T08:30:00.5+02:00", at(2026, 5, 15, 6, 30) + 500],
    ["2026/6/5", at(2026, 5, 5)],
    ["15.06.2026, 08:30 Uhr", at(2026, 5, 15, 8, 30)],
    ["4.3.2026", at(2026, 2, 4)],
    ["06/15/2026 8:30 pm", at(2026, 5, 15, 20, 30)],
    ["25/12/2025", at(2025, 11, 25)],
    ["15 June 2026", at(2026, 5, 15)],
    ["15. Mai 2026", at(2026, 4, 15)],
    ["Dec 5, 2025", at(2025, 11, 5)],
    ["1781500000", 1_781_500_000_000],
    ["1781500000000", 1_781_500_000_000],
  ])("reads %s", (text, expected) => {
    expect(readTime(text, null, inUtc)).toBe(expected);
  });

  test.each([
    "2026-02-30",
    "31.04.2026",
    "03/04/2026",
    "2026-06-15 25:00",
    "yesterday",
    "",
    "15 Foo 2026",
    "1776-07-04",
  ])("does not guess what %j means", (text) => {
    expect(readTime(text, null, inUtc)).toBeNull();
  });

  test.each([
    ["2026-06-15", true],
    [" Dec 5, 2025 ", true],
    ["45931", true],
    ["45931,5", false],
    ["2026-06-15 00:00:00", true],
    ["6/15/2026 12:00:00 AM", true],
    ["6/15/2026 12:00:00 PM", false],
    ["2026-06-15T10:00", false],
    // A program has written its zone.
    ["2026-06-15T00:00:00.000Z", false],
    ["1781500000", false],
  ])("takes %s for a day without a time of day: %s", (text, expected) => {
    expect(isWholeDay(text)).toBe(expected);
  });

  test("takes the order of days and months from other rows", () => {
    expect(readTime("03/04/2026", "day-first", inUtc)).toBe(at(2026, 3, 3));
    expect(readTime("03/04/2026", "month-first", inUtc)).toBe(at(2026, 2, 4));
  });

  test.each([
    ["45931", at(2025, 9, 1)],
    ["45931.5", at(2025, 9, 1, 12)],
    ["45931,5", at(2025, 9, 1, 12)],
    ["12345", null],
  ])("reads %s as the days that a spreadsheet counts", (text, expected) => {
    expect(readTime(text, null, inUtc)).toBe(expected);
  });

  test.each([
    ["2026-10-26T00:30:00", "2026-10-25T23:30:00Z"],
    ["2026-10-25", "2026-10-24T22:00:00Z"],
    // Clocks are set back: the first of two.
    ["2026-10-25 02:30", "2026-10-25T00:30:00Z"],
    // Clocks skip this hour.
    ["2026-03-29 02:30", "2026-03-29T01:30:00Z"],
    ["2026-03-29 03:00", "2026-03-29T01:00:00Z"],
    ["2026-06-01 00:00Z", "2026-06-01T00:00:00Z"],
    ["2026-06-01 00:00-05:00", "2026-06-01T05:00:00Z"],
    ["1781500000", "2026-06-15T05:06:40Z"],
  ])("takes %s without a zone for a time in the computer's", (text, expected) => {
    expect(readTime(text, null, wallClock("Europe/Berlin"))).toBe(Date.parse(expected));
  });
});
