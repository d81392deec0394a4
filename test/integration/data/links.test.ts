import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { UnusableDatabaseError } from "../../../src/main/engine/db/storage-error.js";
import { markSuspect } from "../../../src/main/engine/db/suspect.js";
import { exportToFile } from "../../../src/main/engine/operations/catalogue/export-catalogue.js";
import { lockFolder } from "../../../src/main/engine/process/folder-lock.js";
import { fileLog } from "../../../src/main/engine/process/log.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";

const part = `.part-${process.pid}`;
const holder = { pid: 1, base_url: null, clock_offset_ms: 0 };
const damage = new UnusableDatabaseError("damaged", "It is damaged.", "Restore a backup.");

it.each<[name: string, write: (folder: string) => unknown, linked?: string]>([
  ["engine.json", (folder) => lockFolder(folder).announce(holder)],
  ["engine.json", (folder) => lockFolder(folder).announce(holder), `engine.json${part}`],
  ["tidemark.sqlite3-suspect", (folder) => markSuspect(folder, damage), `tidemark.sqlite3-suspect${part}`],
  ["logs/engine.log", (folder) => fileLog(folder).info("Started.")],
  [
    "catalogue.jsonl",
    (folder) => exportToFile(openTestStore(), join(folder, "catalogue.jsonl"), ["{}"]),
    `catalogue.jsonl${part}`,
  ],
])(
  "%s replaces a symbolic link, and leaves the file to which it leads",
  async (name, write, linked = name) => {
    const [folder, other] = [temporaryFolder(), join(temporaryFolder(), "other")];
    writeFileSync(other, "precious");
    mkdirSync(dirname(join(folder, linked)), { recursive: true });
    symlinkSync(other, join(folder, linked));
    await write(folder);
    expect(readFileSync(other, "utf8")).toBe("precious");
    expect(lstatSync(join(folder, name)).isFile()).toBe(true);
  },
);
