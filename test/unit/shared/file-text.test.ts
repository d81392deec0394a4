import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { parseList } from "../../../src/main/engine/sources/lists/parse-list.js";
import { maxListChars } from "../../../src/shared/app/limits.js";
import { maxZipBytes, textOfFile } from "../../../src/shared/file-text.js";
import { fileOptions } from "../../support/list-file.js";

function utf16(text: string, isBig: boolean): Uint8Array {
  const bytes = Buffer.from(text, "utf16le");
  return new Uint8Array(isBig ? bytes.swap16() : bytes);
}

describe("the text of a file", () => {
  const text = "url,title\r\nhttps://shop.example/lamp,Grüne Lampe";

  it.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`)],
    ["UTF-16 LE with a mark", utf16(`\uFEFF${text}`, false)],
    ["UTF-16 BE with a mark", utf16(`\uFEFF${text}`, true)],
    ["UTF-16 LE", utf16(text, false)],
    ["UTF-16 BE", utf16(text, true)],
    ["windows-1252", Buffer.from(text, "latin1")],
  ])("is read in %s", async (_name, bytes) => {
    expect(await textOfFile(bytes)).toBe(text);
  });

  it("is refused above 8 MiB", async () => {
    expect(await textOfFile(new Uint8Array(maxListChars + 1))).toBeNull();
  });
});

describe("a backup of changedetection.io", () => {
  const id = "095be615-a8ad-4c33-8e9c-c7612fbf6c9f";
  const tag = "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed";
  const watch = { uuid: id, url: "https://shop.example/lamp", tags: [tag, "other"] };
  const settings = { application: { tags: { other: { title: "Light" } } } };
  const json = (value: unknown) => strToU8(JSON.stringify(value));
  const picture = new Uint8Array(20_000).fill(7);

  async function itemsOf(files: Parameters<typeof zipSync>[0]) {
    const list = parseList((await textOfFile(zipSync(files))) ?? "", fileOptions({ fileName: "backup.zip" }));
    return list.items.map(({ url, tags }) => [url, tags]);
  }

  it.each([
    [
      "one file",
      {
        [`${id}/last-screenshot.png`]: picture,
        "url-watches.json": json({ watching: { [id]: watch }, settings }),
      },
      ["Light"],
    ],
    [
      "a file for each watch",
      {
        [`${id}/watch.json`]: json(watch),
        [`${id}/last-screenshot.png`]: [picture, { level: 0 }] as [Uint8Array, { level: 0 }],
        [`${tag}/tag.json`]: json({ uuid: tag, title: "Garden" }),
        "changedetection.json": json({ settings }),
        "url-list.txt": strToU8("https://shop.example/lamp"),
      },
      ["Garden", "Light"],
    ],
  ])("is read with the tags of %s", async (_name, files, tags) => {
    expect(await itemsOf(files)).toEqual([["https://shop.example/lamp", tags]]);
  });

  it("is not unpacked beyond the size of a list", async () => {
    const bomb = zipSync({ "url-watches.json": new Uint8Array(2 * maxListChars) });
    expect(bomb.length).toBeLessThan(maxListChars);
    expect(await textOfFile(bomb)).toBeNull();
    const huge = new Uint8Array(maxZipBytes + 1);
    huge.set(bomb.subarray(0, 4));
    expect(await textOfFile(huge)).toBeNull();
  });

  it.each([
    ["another archive", zipSync({ "xl/workbook.xml": strToU8("<x/>") })],
    ["a damaged one", zipSync({ "url-watches.json": json(settings) }).fill(0xff, 60, 80)],
    ["one that ends early", zipSync({ "url-watches.json": picture }).subarray(0, 60)],
  ])("is told from %s, which is refused with the next step", async (_name, bytes) => {
    const text = (await textOfFile(bytes)) ?? "";
    expect(() => parseList(text, fileOptions())).toThrow(/Unpack the archive|No list was found|no links/);
  });
});
