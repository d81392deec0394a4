import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  decideSecretKey,
  loadSecretKey,
  type SecureStorage,
} from "../../../../src/main/settings/secret-key.js";
import { temporaryFolder } from "../../../support/folder.js";

const now = new Date("2026-01-02T03:04:05.006Z");
const asideName = "secret-key.json.unusable-2026-01-02T03-04-05.006Z";
let folder: string;
let file: string;
let lines: string[];

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "secret-key.json");
  lines = [];
});

/** Wraps by turning bits around and noting whose keyring it was. */
function keyring(owner: string, more: Partial<SecureStorage> = {}): SecureStorage {
  const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  return {
    isEncryptionAvailable: () => true,
    encryptString: (text) => turned(Buffer.from(`${owner}:${text}`)),
    decryptString: (wrapped) => {
      const [by, text] = turned(wrapped).toString().split(":");
      if (by !== owner || text === undefined) throw new Error("Error while decrypting the ciphertext");
      return text;
    },
    ...more,
  };
}

function load(secureStorage: SecureStorage = keyring("me")): string | null {
  return loadSecretKey({ folder, secureStorage, randomBytes, now, log: (line) => void lines.push(line) });
}

describe("the key of the secrets", () => {
  test("is made at the first start and the same at every later one", () => {
    const key = load();
    expect(Buffer.from(key!, "base64")).toHaveLength(32);
    expect(load()).toBe(key);
    expect(lines).toEqual([]);
  });

  test("is another one in every folder", () => {
    const key = load();
    folder = temporaryFolder();
    expect(load()).not.toBe(key);
  });

  test("lies in its file wrapped, readable by the user alone, and nothing else is left", () => {
    const key = load();
    expect(readFileSync(file, "utf8")).not.toContain(key);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["secret-key.json"]);
  });

  test("that the keyring does not know is set aside, and a new one is made", () => {
    const old = load();
    const before = readFileSync(file, "utf8");
    const key = load(keyring("somebody else"));
    expect(key).not.toBe(old);
    expect(load(keyring("somebody else"))).toBe(key);
    expect(readFileSync(join(folder, asideName), "utf8")).toBe(before);
    expect(lines).toEqual([expect.stringContaining(asideName)]);
  });

  test.each(["", "{", "[]", "{}", '{"wrapped":7}', '{"wrapped":"%%"}', '{"wrapped":""}'])(
    "in a damaged file (%j) is set aside, and a new one is made",
    (damaged) => {
      writeFileSync(file, damaged);
      expect(load()).not.toBeNull();
      expect(readFileSync(join(folder, asideName), "utf8")).toBe(damaged);
    },
  );

  test("of another length is set aside", () => {
    const wrapped = keyring("me").encryptString("c2hvcnQ=").toString("base64");
    writeFileSync(file, JSON.stringify({ wrapped }));
    expect(Buffer.from(load()!, "base64")).toHaveLength(32);
    expect(existsSync(join(folder, asideName))).toBe(true);
  });
});

describe("there is no key", () => {
  test.each<[string, Partial<SecureStorage>]>([
    ["where the system has no keyring", { isEncryptionAvailable: () => false }],
    ["where Linux encrypts with a known password", { getSelectedStorageBackend: () => "basic_text" }],
    ["where it is not known with what Linux encrypts", { getSelectedStorageBackend: () => "unknown" }],
  ])("%s, and one that was made before stays for better times", (_, more) => {
    const key = load(keyring("me", { getSelectedStorageBackend: () => "gnome_libsecret" }));
    expect(load(keyring("me", more))).toBeNull();
    expect(lines).toHaveLength(1);
    expect(load()).toBe(key);
  });

  test.each<[string, Partial<SecureStorage>]>([
    ["wrap it", { encryptString: () => fail() }],
    ["be asked", { isEncryptionAvailable: () => fail() }],
  ])("where the keyring fails to %s", (_, more) => {
    expect(load(keyring("me", more))).toBeNull();
    expect(lines).toEqual([expect.stringContaining("keyring")]);
  });

  test("where the keyring is locked, and the one that was made before stays where it is", () => {
    const key = load();
    expect(load(keyring("me", { encryptString: () => fail(), decryptString: () => fail() }))).toBeNull();
    expect(load()).toBe(key);
  });

  test("where it cannot be kept", () => {
    folder = join(folder, "missing");
    expect(load()).toBeNull();
    expect(lines).toHaveLength(1);
  });

  test("where its file cannot be read", () => {
    mkdirSync(file);
    expect(load()).toBeNull();
    expect(readdirSync(folder)).toEqual(["secret-key.json"]);
  });
});

function fail(): never {
  throw new Error("The keyring is on strike.");
}

test("a file is looked at only where the keyring is safe", () => {
  const kept = vi.fn(() => ({ state: "none" as const }));
  expect(decideSecretKey(false, kept)).toEqual({ action: "do-without" });
  expect(kept).not.toHaveBeenCalled();
  expect(decideSecretKey(true, kept)).toEqual({ action: "make", replacesUnusable: false });
});
