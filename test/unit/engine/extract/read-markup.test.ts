import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { readMarkup } from "../../../../src/main/engine/extract/html/read-markup.js";

type Event = readonly [kind: "open" | "text" | "close", name: string, attributes?: object];

/** Texts that follow each other are one, and names in lower case: where a text is cut is nobody's business. */
class Told {
  readonly events: Event[] = [];

  add(event: Event): void {
    const last = this.events.at(-1);
    if (event[0] === "text" && last?.[0] === "text")
      this.events[this.events.length - 1] = ["text", last[1] + event[1]];
    else this.events.push(event);
  }
}

function ours(html: string): readonly Event[] {
  const told = new Told();
  readMarkup(html, {
    open: (tag, attributes) => told.add(["open", tag, { ...attributes }]),
    text: (text) => told.add(["text", text]),
    close: (tag) => told.add(["close", tag]),
    isEnough: () => false,
  });
  return told.events;
}

/** As the library that is used everywhere reads it. */
function theirs(html: string): readonly Event[] {
  const told = new Told();
  const parser = new Parser({
    onopentag: (tag, attributes) => told.add(["open", tag.toLowerCase(), attributes]),
    ontext: (text) => told.add(["text", text]),
    onclosetag: (tag) => told.add(["close", tag.toLowerCase()]),
  });
  parser.end(html);
  return told.events;
}

/** Where the library departs from the standard, and we do not. */
const theirSlips = [
  // A reference right behind a bracket in a text area is one.
  /<(?:textarea|title)[\s\S]*<[\s\S]?&/i,
];

const fixtures = ["pages", "pages-unseen"].flatMap((name) => {
  const folder = join("test/fixtures", name);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .map((file) => join(folder, file));
});

/** Pieces of which pages are made, and some that belong into none. */
const pieces = [
  "<p>",
  "</p>",
  "<div class=a>",
  "</div>",
  "<DIV ID='x' id=y>",
  "<li>",
  "<ul>",
  "</ul>",
  "<td>",
  "<tr>",
  "<table>",
  "</table>",
  "<form>",
  "</form>",
  "<option selected>",
  "<select>",
  "</select>",
  "<h1>",
  "</h2>",
  "<br>",
  "</br>",
  "<br/>",
  "<img src=a>",
  "<svg>",
  "</svg>",
  "<svg/>",
  "<path d='M0'/>",
  "<svg><foreignObject>",
  "<title>",
  "</title>",
  "<math>",
  "<mi>",
  "<script>",
  "</script>",
  "</SCRIPT >",
  "<style>",
  "</style>",
  "<textarea>",
  "</textarea>",
  "<iframe>",
  "</iframe>",
  "<noscript>",
  "</noscript>",
  "<image>",
  "</image>",
  "<x-y z>",
  "<a href='?a=1&amp;b=2&copy=3'>",
  "</a>",
  "<a",
  "<a b",
  "<a b=",
  "<a b='",
  "<!doctype html>",
  "<!-- c -->",
  "<!-->",
  "<!--->",
  "<!-- c --!>",
  "<!-- c",
  "--",
  "-->",
  "<!x>",
  "<?php ?>",
  "<![CDATA[",
  "]]>",
  "</",
  "</>",
  "</ p>",
  "</3>",
  "<",
  ">",
  "/",
  "=",
  "'",
  '"',
  "&",
  "&amp;",
  "&amp",
  "&euro;",
  "&#36;",
  "&#x20ac;",
  "&nbsp",
  "&notit;",
  "&#0;",
  " ",
  "\n",
  "text",
  "9.99",
  "é",
  "😀",
  "\u0000",
  // Not as an attribute: the library loses that one.
  "<__proto__ a=1>",
  "<b constructor=1 a a=2>",
  "<b/a>",
  "<b / >",
  "<b =c>",
  "<plaintext>",
];

describe("a page is read as htmlparser2 reads it", () => {
  it.each(fixtures)("%s", (file) => {
    const html = readFileSync(file, "utf8");
    expect(ours(html)).toEqual(theirs(html));
  });

  it("whatever it is made of", () => {
    const page = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((list) => list.join(""));
    fc.assert(
      fc.property(page, (text) => {
        // In the middle of a tag a page does not end: the library closes what it has not opened there.
        const html = `${text}"'>"'>--></script></style></textarea></title></iframe>]]><hr>`;
        fc.pre(!theirSlips.some((slip) => slip.test(html)));
        expect(ours(html)).toEqual(theirs(html));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("a page that ends too early", () => {
  it.each([
    ["in a tag", "a<b c='d", [["text", "a"]]],
    [
      "in an end tag",
      "<p>a</p",
      [
        ["open", "p", {}],
        ["text", "a"],
        ["close", "p"],
      ],
    ],
    ["in a comment", "a<!-- b", [["text", "a"]]],
    [
      "in a script",
      "<script>a<b",
      [
        ["open", "script", {}],
        ["text", "a<b"],
        ["close", "script"],
      ],
    ],
    ["at a bracket", "a<", [["text", "a<"]]],
  ])("%s keeps what is whole", (_where, html, events) => {
    expect(ours(html)).toEqual(events);
  });
});

it("stops where it is told to, and closes nothing then", () => {
  const told: string[] = [];
  readMarkup("<a><b><c>text</c>", {
    open: (tag) => void told.push(tag),
    text: (text) => void told.push(text),
    close: (tag) => void told.push(`/${tag}`),
    isEnough: () => told.length >= 2,
  });
  expect(told).toEqual(["a", "b"]);
});
