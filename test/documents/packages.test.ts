import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { generateSigningKey, signContent } from "../support/update-server.js";

interface Configuration {
  readonly files: readonly string[];
  readonly publish: readonly { url: string }[] | null;
  readonly extraMetadata: { readonly tidemark?: unknown; readonly desktopName: string };
  readonly mac: { readonly notarize: boolean; readonly entitlements: string };
  readonly win: { readonly signtoolOptions?: { readonly publisherName: string } };
}

const { releaseConfiguration } = (await import(join(process.cwd(), "scripts/lib/package/release.mjs"))) as {
  releaseConfiguration(env: NodeJS.ProcessEnv): Configuration;
};
const { privateKey, publicKey } = generateSigningKey();
const url = "https://updates.example/";

it("the release configuration contains no update settings by default", () => {
  const { publish, extraMetadata } = releaseConfiguration({});
  expect(publish).toBeNull();
  expect(extraMetadata).toEqual({ desktopName: "tidemark.desktop" });
});

it("the release configuration leaves out what is built for developers", () => {
  expect(releaseConfiguration({}).files).toContain("!out/developer");
});

it("the release configuration puts the update address and key into the package", () => {
  const configuration = releaseConfiguration({ TIDEMARK_UPDATE_URL: url, TIDEMARK_UPDATE_KEY: publicKey });
  expect(configuration.extraMetadata.tidemark).toEqual({ updates: { url, key: publicKey } });
  expect(configuration.publish).toEqual([{ provider: "generic", url }]);
});

it.each([
  ["an address without a key", { TIDEMARK_UPDATE_URL: url }],
  ["a key without an address", { TIDEMARK_UPDATE_KEY: publicKey }],
  ["an insecure address", { TIDEMARK_UPDATE_URL: "http://a.example", TIDEMARK_UPDATE_KEY: publicKey }],
  ["a private key", { TIDEMARK_UPDATE_URL: url, TIDEMARK_UPDATE_KEY: privateKey }],
  ["an invalid key", { TIDEMARK_UPDATE_URL: url, TIDEMARK_UPDATE_KEY: "key" }],
])("the release configuration rejects %s", (_case, env) => {
  expect(() => releaseConfiguration(env)).toThrow(/TIDEMARK_UPDATE_(URL|KEY)/);
});

it("the release configuration notarizes when either kind of Apple credentials is complete", () => {
  expect(releaseConfiguration({}).mac.notarize).toBe(false);
  expect(releaseConfiguration({ APPLE_ID: "a" }).mac.notarize).toBe(false);
  const byPassword = { APPLE_ID: "a", APPLE_APP_SPECIFIC_PASSWORD: "b", APPLE_TEAM_ID: "c" };
  const byKey = { APPLE_API_KEY: "a", APPLE_API_KEY_ID: "b", APPLE_API_ISSUER: "c" };
  expect([byPassword, byKey].map((env) => releaseConfiguration(env).mac.notarize)).toEqual([true, true]);
  const entitlements = readFileSync(releaseConfiguration({}).mac.entitlements, "utf8");
  expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual([
    "com.apple.security.cs.allow-jit",
  ]);
});

it("the release configuration names the given publisher on Windows", () => {
  expect(releaseConfiguration({}).win.signtoolOptions).toBeUndefined();
  const { win } = releaseConfiguration({ TIDEMARK_WINDOWS_PUBLISHER: "Tidemark Ltd" });
  expect(win.signtoolOptions).toEqual({ publisherName: "Tidemark Ltd" });
});

it("icons have the sizes that their names state", () => {
  const sizes = readdirSync("resources/icons").map((name) => {
    const png = readFileSync(join("resources/icons", name));
    expect(name).toBe(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}.png`);
    return png.readUInt32BE(16);
  });
  expect(sizes.sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512]);
});

function signUpdates(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(process.execPath, ["scripts/sign-updates.mjs", "--folder", folder, ...args], {
    env: { ...process.env, TIDEMARK_SIGNING_KEY: privateKey, ...env },
    encoding: "utf8",
    stdio: "pipe",
  });
}

function folderWith(content: string): string {
  const folder = temporaryFolder();
  for (const file of ["latest.yml", "latest-mac.yml"]) writeFileSync(join(folder, file), content);
  return folder;
}

it("sign-updates signs each file's exact bytes, to which it adds the file's name and the staging percentage", () => {
  const folder = folderWith("version: 1.0.0\n");
  signUpdates(folder, ["--staging", "25"]);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  expect(read("latest-mac.yml")).toBe(
    "version: 1.0.0\nstagingPercentage: 25\nmetadataFile: latest-mac.yml\n",
  );
  expect(read("latest-mac.yml.sig")).toBe(signContent(read("latest-mac.yml"), privateKey));
  // Signing again replaces the percentage.
  signUpdates(folder, ["--staging", "100"]);
  expect(read("latest.yml")).toBe("version: 1.0.0\nstagingPercentage: 100\nmetadataFile: latest.yml\n");
  expect(read("latest.yml.sig")).toBe(signContent(read("latest.yml"), privateKey));
});

it.each([
  ["without a key", [], { TIDEMARK_SIGNING_KEY: "" }, "TIDEMARK_SIGNING_KEY"],
  ["with a percentage above 100", ["--staging", "101"], {}, "--staging needs a whole number"],
  ["with a percentage that is not a number", ["--staging", "some"], {}, "--staging needs a whole number"],
])("sign-updates changes no file %s", (_case, args, env, message) => {
  const folder = folderWith("version: 1.0.0\n");
  expect(() => signUpdates(folder, args, env)).toThrow(message);
  expect(readFileSync(join(folder, "latest.yml"), "utf8")).toBe("version: 1.0.0\n");
  expect(readdirSync(folder)).toHaveLength(2);
});

it("sign-updates prints a new key pair with a valid public key", () => {
  const printed = execFileSync(process.execPath, ["scripts/sign-updates.mjs", "--new-key"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const key = printed.trimEnd().split("\n").at(-1);
  expect(printed).toContain("-----BEGIN PRIVATE KEY-----");
  expect(() => releaseConfiguration({ TIDEMARK_UPDATE_URL: url, TIDEMARK_UPDATE_KEY: key })).not.toThrow();
});
