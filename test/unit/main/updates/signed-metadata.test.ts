import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import {
  readPublicKey,
  readSignedMetadata,
  type ServedMetadata,
} from "../../../../src/main/updates/signed-metadata.js";
import { UpdateFailure } from "../../../../src/main/updates/update-failure.js";
import type { UpdateErrorKind } from "../../../../src/shared/updates.js";
import { buildMetadata, generateSigningKey, signContent } from "../../../support/update-server.js";

const own = generateSigningKey();
const other = generateSigningKey();
const key = readPublicKey(own.publicKey);
const file = "latest-linux.yml";
const content = buildMetadata({ version: "2.0.0", staging: 10 });
const validMetadata: ServedMetadata = { file, content, signature: signContent(content, own.privateKey) };

/** Stands in for the YAML parser, which is not under test. */
function parse(text: string): unknown {
  const value = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(text)?.[1];
  const sha512 = /sha512: (.*)/.exec(text)?.[1];
  const stagingPercentage = value("stagingPercentage");
  return {
    version: value("version"),
    files: [{ url: /url: (.*)/.exec(text)?.[1], sha512 }],
    metadataFile: value("metadataFile"),
    ...(stagingPercentage && { stagingPercentage: Number(stagingPercentage) }),
  };
}

function problemWith(served: Partial<ServedMetadata>, read = parse): UpdateErrorKind | "none" {
  try {
    readSignedMetadata({ ...validMetadata, ...served }, key, read);
    return "none";
  } catch (error) {
    if (error instanceof UpdateFailure) return error.reason;
    throw error;
  }
}

/** Content with a valid signature. */
function signed(text: string): Partial<ServedMetadata> {
  return { content: text, signature: signContent(text, own.privateKey) };
}

it("metadata is read with its staging percentage when its signature is valid", () => {
  const read = readSignedMetadata(validMetadata, key, parse);
  expect(read).toMatchObject({ version: "2.0.0", stagingPercentage: 10, metadataFile: file });
});

it("metadata is refused without a valid signature before it is parsed", () => {
  const failIfParsed = () => {
    throw new Error("It was parsed.");
  };
  expect(problemWith({ signature: null }, failIfParsed)).toBe("unsigned");
  expect(problemWith({ content: `${content} ` }, failIfParsed)).toBe("bad-signature");
});

it.each([
  ["of another key", { signature: signContent(content, other.privateKey) }],
  ["of other content", { signature: signContent(`${content}\n`, own.privateKey) }],
  ["that is truncated", { signature: (validMetadata.signature ?? "").slice(0, 40) }],
  ["that is empty", { signature: "" }],
  ["that is an HTML page", { signature: "<!doctype html><title>Not found</title>" }],
  ["beside a changed version", { content: content.replace("2.0.0", "2.0.1") }],
  [
    "beside a changed percentage",
    { content: content.replace("stagingPercentage: 10", "stagingPercentage: 100") },
  ],
  ["beside another package", { content: content.replace(/sha512: ./, "sha512: A") }],
  ["beside truncated content", { content: content.slice(0, -20) }],
])("metadata is refused with a signature %s", (_case, served) => {
  expect(problemWith(served)).toBe("bad-signature");
});

it("metadata is refused when it is for another file, even if it is correctly signed", () => {
  expect(problemWith(signed(buildMetadata({ version: "2.0.0", file: "latest-mac.yml" })))).toBe("wrong-file");
  expect(problemWith({ file: "beta-linux.yml" })).toBe("wrong-file");
  expect(problemWith(signed(content.replace(/^metadataFile.*$/m, "")))).toBe("unreadable");
});

it.each([
  ["no version", content.replace(/^version.*$/m, "")],
  ["an invalid version", content.replace("2.0.0", "latest")],
  ["no digest", content.replace(/sha512: .*/, "sha512: ")],
  ["a short digest", content.replace(/sha512: .*/, "sha512: AAAA")],
  ["a percentage above 100", content.replace("stagingPercentage: 10", "stagingPercentage: 101")],
  ["a percentage that is not a number", content.replace("stagingPercentage: 10", "stagingPercentage: ten")],
])("metadata is refused with %s, even if it is correctly signed", (_case, text) => {
  expect(problemWith(signed(text))).toBe("unreadable");
});

it("metadata is refused when it cannot be parsed", () => {
  const fail = () => {
    throw new Error("bad indentation");
  };
  expect(problemWith({}, fail)).toBe("unreadable");
});

it("an update key must be an Ed25519 key", () => {
  const { publicKey } = generateKeyPairSync("x25519");
  const wrong = publicKey.export({ type: "spki", format: "der" }).toString("base64");
  expect(() => readPublicKey(wrong)).toThrow("not an Ed25519 key");
  expect(() => readPublicKey("")).toThrow();
});
