import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findUntranslatedTexts } from "../../support/untranslated-texts.js";

/** What reads the same in every language: names, and addresses and numbers as examples. */
const allowed = new Set([
  "Tidemark",
  "Google Shopping",
  "Bing Shopping",
  "shop.example",
  "https://shop.example/kettle\n4006381333931\nB0ABCDEFGH",
  "https://service.example/v1",
  "https://shop-watcher.example/hooks",
]);

function outsideIn(fileName: string): string[] {
  return findUntranslatedTexts(fileName, readFileSync(fileName, "utf8"))
    .filter(({ text }) => !allowed.has(text))
    .map(({ place, text }) => `${place} ${JSON.stringify(text)}`);
}

it("the texts of the window are all in the catalogue", () => {
  const files = globSync("src/renderer/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(100);
  expect(files.sort().flatMap(outsideIn)).toEqual([]);
});

describe("a text that is not in the catalogue is found", () => {
  it.each([
    ["between tags", "<p>Check now</p>", ["Check now"]],
    ["beside a value", "<p>of {count} credits</p>", ["of", "credits"]],
    ["in braces", '<p>{isOn ? "on" : "off"}</p>', ["on", "off"]],
    ["after a condition", '<p>{isOn && "on"}</p>', ["on"]],
    ["with values in it", `<p>{\`\${count} left\`}</p>`, ["… left"]],
    ["in an attribute", '<Section title="Deals" />', ["Deals"]],
    ["in an attribute's expression", `<Button aria-label={\`Open \${name}\`} />`, ["Open …"]],
    ["in a property", 'const tabs = [{ value: "inbox", label: "Inbox" }];', ["Inbox"]],
    ["in a quoted property", 'const part = { "text": "two words" };', ["two words"]],
    ["that a function returns", 'const say = () => "Not known yet";', ["Not known yet"]],
    ["that a function puts together", `const say = () => \`At most \${count}\`;`, ["At most"]],
  ])("%s", (_where, code, texts) => {
    expect(findUntranslatedTexts("view.tsx", code).map(({ text }) => text)).toEqual(texts);
  });

  it("by its file and line", () => {
    expect(findUntranslatedTexts("view.tsx", "const view = (\n  <p>\n    Done\n  </p>\n);")).toEqual([
      { place: "view.tsx:3", text: "Done" },
    ]);
  });
});

it.each([
  ["a text of the catalogue", "<p title={texts().app.main}>{texts().common.done}</p>"],
  ["signs", '<p aria-label={name}>· {a} – {b}{" "}</p>'],
  ["a class name", '<p className="row is-open" role="status" />'],
  ["a comparison", '<p hidden={kind === "Any"}>{kind === "other" && name}</p>'],
  ["a key of the code", 'const sort = { label: "hot", value: "Hot" };'],
  ["a combination of keys", 'const keys = ["Mod Shift K", "Alt ←"];'],
  ["an error of the code", 'throw new RangeError("Nobody asks for this");'],
  ["a comment", "// Not a text\nconst one = 1;"],
])("the search for texts passes %s", (_what, code) => {
  expect(findUntranslatedTexts("view.tsx", code)).toEqual([]);
});
