import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { loadSecretKey, type SecureStorage } from "../../../../src/main/settings/secret-key.js";
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

/** Encrypts by flipping bits and recording the keyring's owner. */
function keyring(owner: string, more: Partial<SecureStorage> = {}): SecureStorage {
  const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  return {
    isEncryptionAvailable: () => true,
    encryptString: (text) => flipped(Buffer.from(`${owner}:${text}`)),
    decryptString: (wrapped) => {
      const [encryptedBy, text] = flipped(wrapped).toString().split(":");
      if (encryptedBy !== owner || text === undefined)
        throw new Error("Error while decrypting the ciphertext");
      return text;
    },
    ...more,
  };
}

function load(secureStorage: SecureStorage = keyring("me")): string | null {
  return loadSecretKey({ folder, secureStorage, randomBytes, now, log: (line) => void lines.push(line) });
}

test("the secret key is created at the first start and the same at every later one", () => {
  const key = load();
  expect(Buffer.from(key!, "base64")).toHaveLength(32);
  expect(load()).toBe(key);
  expect(lines).toEqual([]);
});

test("the secret key is different in every data folder", () => {
  const key = load();
  folder = temporaryFolder();
  expect(load()).not.toBe(key);
});

test("the secret key is stored encrypted in a single file that only its user can read", () => {
  const key = load();
  expect(readFileSync(file, "utf8")).not.toContain(key);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret-key.json"]);
});

test("the secret key is set aside and replaced when the keyring cannot decrypt it", () => {
  const old = load();
  const before = readFileSync(file, "utf8");
  const key = load(keyring("somebody else"));
  expect(key).not.toBe(old);
  expect(load(keyring("somebody else"))).toBe(key);
  expect(readFileSync(join(folder, asideName), "utf8")).toBe(before);
  expect(lines).toEqual([expect.stringContaining(asideName)]);
});

test.each(["", "{", "[]", "{}", '{"wrapped":7}', '{"wrapped":"%%"}', '{"wrapped":""}'])(
  "the secret key is replaced when its file is damaged (%j), which is set aside",
  (damaged) => {
    writeFileSync(file, damaged);
    expect(load()).not.toBeNull();
    expect(readFileSync(join(folder, asideName), "utf8")).toBe(damaged);
  },
);

test("the secret key is set aside and replaced when it has another length", () => {
  const wrapped = keyring("me").encryptString("c2hvcnQ=").toString("base64");
  writeFileSync(file, JSON.stringify({ wrapped }));
  expect(Buffer.from(load()!, "base64")).toHaveLength(32);
  expect(existsSync(join(folder, asideName))).toBe(true);
});

test.each<[string, Partial<SecureStorage>]>([
  ["the system has no keyring", { isEncryptionAvailable: () => false }],
  ["Linux encrypts with a known password", { getSelectedStorageBackend: () => "basic_text" }],
  ["the kind of encryption on Linux is unknown", { getSelectedStorageBackend: () => "unknown" }],
])("the secret key is null when %s, and an existing one stays stored", (_, more) => {
  const key = load(keyring("me", { getSelectedStorageBackend: () => "gnome_libsecret" }));
  expect(load(keyring("me", more))).toBeNull();
  expect(lines).toHaveLength(1);
  expect(load()).toBe(key);
});

test.each<[string, Partial<SecureStorage>]>([
  ["encrypt it", { encryptString: () => fail() }],
  ["report its availability", { isEncryptionAvailable: () => fail() }],
])("the secret key is null when the keyring fails to %s", (_, more) => {
  expect(load(keyring("me", more))).toBeNull();
  expect(lines).toEqual([expect.stringContaining("keyring")]);
});

test("the secret key is null while the keyring is locked, and an existing one stays stored", () => {
  const key = load();
  expect(load(keyring("me", { encryptString: () => fail(), decryptString: () => fail() }))).toBeNull();
  expect(load()).toBe(key);
});

test("the secret key is null when it cannot be stored", () => {
  folder = join(folder, "missing");
  expect(load()).toBeNull();
  expect(lines).toHaveLength(1);
});

test("the secret key is null when its file cannot be read, which stays unchanged", () => {
  mkdirSync(file);
  expect(load()).toBeNull();
  expect(readdirSync(folder)).toEqual(["secret-key.json"]);
});

function fail(): never {
  throw new Error("The keyring is on strike.");
}
