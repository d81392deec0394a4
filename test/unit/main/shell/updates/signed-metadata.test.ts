import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  readPublicKey,
  readSignedMetadata,
  type ServedMetadata,
} from "../../../../../src/main/shell/updates/signed-metadata.js";
import { UpdateFailure } from "../../../../../src/main/shell/updates/update-failure.js";
import type { UpdateProblem } from "../../../../../src/shared/updates.js";
import { generateSigningKey, metadataOf, signContent } from "../../../../support/update-server.js";

const own = generateSigningKey();
const other = generateSigningKey();
const key = readPublicKey(own.publicKey);
const file = "latest-linux.yml";
const content = metadataOf({ version: "2.0.0", staging: 10 });
const good: ServedMetadata = { file, content, signature: signContent(content, own.privateKey) };

/** Stands for the YAML reader, whose work this is not about. */
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

function problemWith(served: Partial<ServedMetadata>, read = parse): UpdateProblem | "none" {
  try {
    readSignedMetadata({ ...good, ...served }, key, read);
    return "none";
  } catch (error) {
    if (error instanceof UpdateFailure) return error.problem;
    throw error;
  }
}

/** Well signed, whatever it says. */
function signed(text: string): Partial<ServedMetadata> {
  return { content: text, signature: signContent(text, own.privateKey) };
}

describe("metadata of an update", () => {
  it("is read when its signature is good, staging and all", () => {
    const read = readSignedMetadata(good, key, parse);
    expect(read).toMatchObject({ version: "2.0.0", stagingPercentage: 10, metadataFile: file });
  });

  it("is refused without a signature, and not even read", () => {
    const unread = () => {
      throw new Error("It was read.");
    };
    expect(problemWith({ signature: null }, unread)).toBe("unsigned");
    expect(problemWith({ content: `${content} ` }, unread)).toBe("bad-signature");
  });

  it.each([
    ["of another key", { signature: signContent(content, other.privateKey) }],
    ["of other content", { signature: signContent(`${content}\n`, own.privateKey) }],
    ["that is torn", { signature: (good.signature ?? "").slice(0, 40) }],
    ["that is empty", { signature: "" }],
    ["that is a page", { signature: "<!doctype html><title>Not found</title>" }],
    ["beside a changed version", { content: content.replace("2.0.0", "2.0.1") }],
    [
      "beside a changed share",
      { content: content.replace("stagingPercentage: 10", "stagingPercentage: 100") },
    ],
    ["beside another package", { content: content.replace(/sha512: ./, "sha512: A") }],
    ["beside torn content", { content: content.slice(0, -20) }],
  ])("is refused with a signature %s", (_case, served) => {
    expect(problemWith(served)).toBe("bad-signature");
  });

  it("is refused when it answers for another file, however well it is signed", () => {
    expect(problemWith(signed(metadataOf({ version: "2.0.0", file: "latest-mac.yml" })))).toBe("wrong-file");
    expect(problemWith({ file: "beta-linux.yml" })).toBe("wrong-file");
    expect(problemWith(signed(content.replace(/^metadataFile.*$/m, "")))).toBe("unreadable");
  });

  it.each([
    ["no version", content.replace(/^version.*$/m, "")],
    ["a version that is none", content.replace("2.0.0", "latest")],
    ["no digest", content.replace(/sha512: .*/, "sha512: ")],
    ["a short digest", content.replace(/sha512: .*/, "sha512: AAAA")],
    ["a share over all", content.replace("stagingPercentage: 10", "stagingPercentage: 101")],
    ["a share that is no number", content.replace("stagingPercentage: 10", "stagingPercentage: ten")],
  ])("is refused with %s, however well it is signed", (_case, text) => {
    expect(problemWith(signed(text))).toBe("unreadable");
  });

  it("is refused when it cannot be taken apart", () => {
    const fail = () => {
      throw new Error("bad indentation");
    };
    expect(problemWith({}, fail)).toBe("unreadable");
  });
});

describe("a key for updates", () => {
  it("is an Ed25519 key and nothing else", () => {
    const { publicKey } = generateKeyPairSync("x25519");
    const wrong = publicKey.export({ type: "spki", format: "der" }).toString("base64");
    expect(() => readPublicKey(wrong)).toThrow("not an Ed25519 key");
    expect(() => readPublicKey("")).toThrow();
  });
});
