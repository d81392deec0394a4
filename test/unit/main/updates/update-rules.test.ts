import { expect, it } from "vitest";
import { parseReleaseNotes } from "../../../../src/main/updates/electron-updates.js";
import { canReplaceItself, isCheckDue } from "../../../../src/main/updates/setup-updates.js";
import { classifyUpdateError, UpdateFailure } from "../../../../src/main/updates/update-failure.js";
import { isSecure, readUpdateSource } from "../../../../src/main/updates/update-source.js";
import { DAY_MS } from "../../../../src/shared/time.js";
import { generateSigningKey } from "../../../support/update-server.js";

const { publicKey } = generateSigningKey();
const manifest = (url: string, key = publicKey) => ({
  name: "tidemark",
  tidemark: { updates: { url, key } },
});

it("the update source is read from its own package", () => {
  const source = readUpdateSource(manifest("https://updates.example/tidemark"));
  expect(source?.url.href).toBe("https://updates.example/tidemark/");
  expect(source?.key.asymmetricKeyType).toBe("ed25519");
});

it.each([
  ["in a checkout", { name: "tidemark", main: "x" }],
  ["without a key", { tidemark: { updates: { url: "https://updates.example/" } } }],
  ["with an insecure address", manifest("http://updates.example/")],
  ["with an invalid address", manifest("updates")],
  ["in a package without a manifest", null],
])("no update source exists %s", (_case, content) => {
  expect(readUpdateSource(content)).toBeNull();
});

it("the update source has to use HTTPS, except on this computer", () => {
  const secure = (url: string) => isSecure(new URL(url));
  expect(
    ["https://a.example", "http://127.0.0.1:80", "http://localhost", "http://[::1]:1"].map(secure),
  ).toEqual([true, true, true, true]);
  expect(
    ["http://a.example", "http://127.0.0.1.example", "ftp://localhost", "file:///x"].map(secure),
  ).toEqual([false, false, false, false]);
});

const linux = {
  platform: "linux",
  env: {},
  executable: "/opt/tidemark/tidemark",
  packageType: null,
} as const;
const image = { APPIMAGE: "/home/anna/Tidemark.AppImage", APPDIR: "/tmp/.mount_1" };

it("a package for Windows or macOS replaces itself", () => {
  expect(canReplaceItself({ ...linux, platform: "win32" })).toBe(true);
  expect(canReplaceItself({ ...linux, platform: "darwin" })).toBe(true);
});

it("a package for Linux replaces itself if it is an AppImage or was installed, not if it was unpacked", () => {
  expect(canReplaceItself({ ...linux, env: image, executable: "/tmp/.mount_1/tidemark" })).toBe(true);
  expect(canReplaceItself({ ...linux, packageType: "deb" })).toBe(true);
  expect(canReplaceItself(linux)).toBe(false);
});

it("a package does not replace the AppImage of another program that has started it", () => {
  expect(canReplaceItself({ ...linux, env: image })).toBe(false);
  expect(canReplaceItself({ ...linux, env: image, executable: "/tmp/.mount_12/tidemark" })).toBe(false);
  expect(canReplaceItself({ ...linux, env: { APPIMAGE: image.APPIMAGE } })).toBe(false);
});

it("an automatic check is due when the clock was set back", () => {
  expect(isCheckDue(5 * DAY_MS, DAY_MS)).toBe(true);
});

it("release notes are plain text without invisible characters", () => {
  expect(parseReleaseNotes("  One\r\n\u202eTwo\u0007\tThree\u200b\n")).toBe("One\nTwo\tThree");
});

it("release notes of several versions become one text", () => {
  expect(
    parseReleaseNotes([
      { version: "2.0.0", note: "New" },
      { version: "1.9.0", note: null },
    ]),
  ).toBe("2.0.0\nNew\n\n1.9.0");
});

it.each([null, undefined, "", " \n", 7, {}])("release notes are null if they are missing: %j", (notes) => {
  expect(parseReleaseNotes(notes)).toBeNull();
});

it("release notes are truncated if they are too long", () => {
  expect(parseReleaseNotes("x".repeat(100_000))?.length).toBe(20_000);
});

const error = (fields: object) => Object.assign(new Error("It failed."), fields);

it.each([
  [new UpdateFailure("wrong-file"), "wrong-file"],
  [error({ statusCode: 404 }), "not-found"],
  [error({ statusCode: 503 }), "server-error"],
  [error({ code: "ERR_CHECKSUM_MISMATCH" }), "damaged-download"],
  [error({ code: "ENOSPC" }), "disk-full"],
  [error({ code: "EACCES" }), "not-writable"],
  [error({ code: "ECONNREFUSED" }), "unreachable"],
  [new Error("net::ERR_NAME_NOT_RESOLVED"), "unreachable"],
  [new Error("Request timed out"), "unreachable"],
  [new Error("anything"), "unexpected"],
  ["thrown", "unexpected"],
  [null, "unexpected"],
])("the error %s is classified as %s", (thrown, problem) => {
  expect(classifyUpdateError(thrown)).toBe(problem);
});
