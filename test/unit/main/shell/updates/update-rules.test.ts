import { describe, expect, it } from "vitest";
import { dayMs, isCheckDue } from "../../../../../src/main/updates/check-times.js";
import { canReplaceItself } from "../../../../../src/main/updates/package-kind.js";
import { parseReleaseNotes } from "../../../../../src/main/updates/release-notes.js";
import { classifyError, UpdateFailure } from "../../../../../src/main/updates/update-failure.js";
import { isSecure, readUpdateSource } from "../../../../../src/main/updates/update-source.js";
import { generateSigningKey } from "../../../../support/update-server.js";

const { publicKey } = generateSigningKey();
const manifest = (url: string, key = publicKey) => ({
  name: "tidemark",
  tidemark: { updates: { url, key } },
});

describe("where a build asks for updates", () => {
  it("is what its own package says", () => {
    const source = readUpdateSource(manifest("https://updates.example/tidemark"));
    expect(source?.url.href).toBe("https://updates.example/tidemark/");
    expect(source?.key.asymmetricKeyType).toBe("ed25519");
  });

  it.each([
    ["in a checkout", { name: "tidemark", main: "x" }],
    ["without a key", { tidemark: { updates: { url: "https://updates.example/" } } }],
    ["where it is not secure", manifest("http://updates.example/")],
    ["where it is no address", manifest("updates")],
    ["in a package without a manifest", null],
  ])("is nowhere %s", (_case, content) => {
    expect(readUpdateSource(content)).toBeNull();
  });

  it("is an address that nobody on the way can read or change, or this computer", () => {
    const secure = (url: string) => isSecure(new URL(url));
    expect(
      ["https://a.example", "http://127.0.0.1:80", "http://localhost", "http://[::1]:1"].map(secure),
    ).toEqual([true, true, true, true]);
    expect(
      ["http://a.example", "http://127.0.0.1.example", "ftp://localhost", "file:///x"].map(secure),
    ).toEqual([false, false, false, false]);
  });
});

describe("a package", () => {
  const linux = {
    platform: "linux",
    env: {},
    executable: "/opt/tidemark/tidemark",
    packageType: null,
  } as const;
  const image = { APPIMAGE: "/home/anna/Tidemark.AppImage", APPDIR: "/tmp/.mount_1" };

  it("of Windows and macOS replaces itself", () => {
    expect(canReplaceItself({ ...linux, platform: "win32" })).toBe(true);
    expect(canReplaceItself({ ...linux, platform: "darwin" })).toBe(true);
  });

  it("of Linux does if it is an image or was installed, and not where it was unpacked", () => {
    expect(canReplaceItself({ ...linux, env: image, executable: "/tmp/.mount_1/tidemark" })).toBe(true);
    expect(canReplaceItself({ ...linux, packageType: "deb" })).toBe(true);
    expect(canReplaceItself(linux)).toBe(false);
  });

  it("that another program's image has started does not replace that one", () => {
    expect(canReplaceItself({ ...linux, env: image })).toBe(false);
    expect(canReplaceItself({ ...linux, env: image, executable: "/tmp/.mount_12/tidemark" })).toBe(false);
    expect(canReplaceItself({ ...linux, env: { APPIMAGE: image.APPIMAGE } })).toBe(false);
  });
});

describe("asking by itself", () => {
  it("is due once a day", () => {
    expect(isCheckDue(null, 0)).toBe(true);
    expect(isCheckDue(1_000, 1_000 + dayMs - 1)).toBe(false);
    expect(isCheckDue(1_000, 1_000 + dayMs)).toBe(true);
  });

  it("is due when the clock was set back", () => {
    expect(isCheckDue(5 * dayMs, dayMs)).toBe(true);
  });
});

describe("what is new", () => {
  it("is plain text, without marks that nobody sees", () => {
    expect(parseReleaseNotes("  One\r\n\u202eTwo\u0007\tThree\u200b\n")).toBe("One\nTwo\tThree");
  });

  it("of several versions comes as one text", () => {
    expect(
      parseReleaseNotes([
        { version: "2.0.0", note: "New" },
        { version: "1.9.0", note: null },
      ]),
    ).toBe("2.0.0\nNew\n\n1.9.0");
  });

  it.each([null, undefined, "", " \n", 7, {}])("is nothing where nobody wrote it: %j", (notes) => {
    expect(parseReleaseNotes(notes)).toBeNull();
  });

  it("is cut where it would never end", () => {
    expect(parseReleaseNotes("x".repeat(100_000))?.length).toBe(20_000);
  });
});

describe("a failure", () => {
  const error = (fields: object) => Object.assign(new Error("It failed."), fields);

  it.each([
    [new UpdateFailure("wrong-file"), "wrong-file"],
    [error({ statusCode: 404 }), "not-found"],
    [error({ statusCode: 503 }), "server-fault"],
    [error({ code: "ERR_CHECKSUM_MISMATCH" }), "damaged-download"],
    [error({ code: "ENOSPC" }), "disk-full"],
    [error({ code: "EACCES" }), "not-writable"],
    [error({ code: "ECONNREFUSED" }), "unreachable"],
    [new Error("net::ERR_NAME_NOT_RESOLVED"), "unreachable"],
    [new Error("Request timed out"), "unreachable"],
    [new Error("anything"), "unexpected"],
    ["thrown", "unexpected"],
    [null, "unexpected"],
  ])("%s is told as %s", (thrown, problem) => {
    expect(classifyError(thrown)).toBe(problem);
  });
});
