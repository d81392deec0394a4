import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAutostartItem, formatAutostartEntry } from "../../../../src/main/launch/login-item.js";
import { temporaryFolder } from "../../../support/folder.js";

test("switching it on writes an entry that starts the app hidden, switching it off removes it", () => {
  const folder = temporaryFolder();
  const item = createAutostartItem(folder, "/opt/Tidemark/tidemark");
  expect(item.isOn()).toBe(false);
  item.set(true);
  const file = join(folder, "autostart/tidemark.desktop");
  expect(readFileSync(file, "utf8")).toContain('\nExec="/opt/Tidemark/tidemark" --hidden\n');
  expect(item.isOn()).toBe(true);
  item.set(false);
  expect(existsSync(file)).toBe(false);
  item.set(false);
});

test("a path with signs that mean something in an entry is written so that it means itself", () => {
  expect(formatAutostartEntry('/opt/My "50%" $Apps/tidemark')).toContain(
    'Exec="/opt/My \\"50%%\\" \\$Apps/tidemark" --hidden',
  );
});
