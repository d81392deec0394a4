import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAutostartItem, formatAutostartEntry } from "../../../../src/main/launch/login-item.js";
import { temporaryFolder } from "../../../support/folder.js";

test("the login item writes an entry that starts the app hidden, and removes it when turned off", () => {
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

test("the login item escapes special characters in the app's path", () => {
  expect(formatAutostartEntry('/opt/My "50%" $Apps/tidemark')).toContain(
    'Exec="/opt/My \\"50%%\\" \\$Apps/tidemark" --hidden',
  );
});
