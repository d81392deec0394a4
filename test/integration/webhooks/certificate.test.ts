import { X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { closeStore } from "../../../src/main/engine/db/open.js";
import { readSetting, saveSetting } from "../../../src/main/engine/db/setting.js";
import { type ReadDb, write } from "../../../src/main/engine/db/store.js";
import {
  createSecretBox,
  type SecretBox,
  secretKeyBytes,
} from "../../../src/main/engine/operations/request/secret-box.js";
import { ensureCertificate } from "../../../src/main/engine/webhooks/listener/certificate.js";
import { DAY_MS } from "../../../src/shared/time.js";
import { openTestStore, temporaryFolder } from "../../support/folder.js";
import { ListenerUnderTest } from "./listener-client.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");

function expiryOf(certPem: string): number {
  return Date.parse(new X509Certificate(certPem).validTo);
}

const sealing = createSecretBox(Buffer.alloc(secretKeyBytes, 7));
const otherSealing = createSecretBox(Buffer.alloc(secretKeyBytes, 8));
const plain = createSecretBox(null);

let folder: string;
let db: ReadDb;

beforeEach(() => {
  folder = temporaryFolder();
  db = openTestStore(folder);
});

const ensure = (secrets: SecretBox = sealing, atMs = nowMs) => ensureCertificate(db, secrets, atMs);

describe("the listener's certificate", () => {
  it("the certificate is valid for two years and this machine only, and signs no other certificates", async () => {
    const { certPem, expiresMs } = await ensure();
    const certificate = new X509Certificate(certPem);
    expect(certificate.subjectAltName).toBe("IP Address:127.0.0.1, DNS:localhost");
    expect(certificate.ca).toBe(false);
    expect(certificate.publicKey.asymmetricKeyType).toBe("ec");
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(expiresMs).toBe(nowMs + 730 * DAY_MS);
    expect(Date.parse(certificate.validFrom)).toBeLessThan(nowMs);
  });

  it("the certificate survives a restart", async () => {
    const first = await ensure();
    closeStore(db);
    db = openTestStore(folder);
    expect(await ensure(sealing, nowMs + 300 * DAY_MS)).toEqual(first);
  });

  it("the certificate is renewed once when fewer than 30 days are left", async () => {
    const first = await ensure();
    expect(await ensure(sealing, first.expiresMs - 30 * DAY_MS - 1)).toEqual(first);
    const laterMs = first.expiresMs - 30 * DAY_MS;
    const second = await ensure(sealing, laterMs);
    expect(second.certPem).not.toBe(first.certPem);
    expect(second.expiresMs).toBe(laterMs + 730 * DAY_MS);
    expect(await ensure(sealing, laterMs)).toEqual(second);
  });

  it("the certificate is replaced when it is not valid yet, because the clock was ahead when it was created", async () => {
    const first = await ensure();
    expect(await ensure(sealing, nowMs - 60_000)).toEqual(first);
    expect((await ensure(sealing, nowMs - DAY_MS)).certPem).not.toBe(first.certPem);
  });

  it.each<[string, SecretBox, SecretBox]>([
    ["was sealed with another key", sealing, otherSealing],
    ["was sealed and no key is available now", sealing, plain],
    ["was stored as text and a key is available now", plain, sealing],
  ])("the certificate is replaced when its private key %s", async (_, before, now) => {
    const first = await ensure(before);
    const second = await ensure(now);
    expect(second.keyPem).not.toBe(first.keyPem);
    expect(await ensure(now)).toEqual(second);
  });

  it.each([
    ["listener.certificate", "-----BEGIN CERTIFICATE-----\nMII"],
    ["listener.certificate", ""],
    ["listener.private_key", "AA=="],
    ["listener.private_key", ""],
    ["listener.private_key", sealing.seal("no key").toString("base64")],
  ] as const)("the certificate is replaced when %s is damaged (%j)", async (setting, damaged) => {
    const first = await ensure();
    write(db, (tx) => saveSetting(tx, setting, damaged));
    const second = await ensure();
    expect(second.certPem).not.toBe(first.certPem);
    expect(await ensure()).toEqual(second);
  });

  it("the certificate is replaced when it does not match its private key", async () => {
    const first = await ensure();
    const key = readSetting(db, "listener.private_key")!;
    await ensure(sealing, first.expiresMs);
    write(db, (tx) => saveSetting(tx, "listener.private_key", key));
    const third = await ensure(sealing, first.expiresMs);
    expect(third.keyPem).not.toBe(first.keyPem);
  });
});

describe("the private key of the listener's certificate", () => {
  /** All bytes in the folder, including those of the write-ahead log. */
  const bytes = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  const forms = (keyPem: string) => {
    const base64 = keyPem.split("\n").slice(1, -2).join("");
    const der = Buffer.from(base64, "base64");
    return [keyPem, base64.slice(0, 60), Buffer.from(keyPem).toString("base64").slice(0, 60), der];
  };

  it("the private key is nowhere in the folder in plain text when a key can seal it", async () => {
    const { keyPem, certPem } = await ensure();
    const isThere = () => forms(keyPem).map((form) => bytes().includes(form));
    expect(bytes().includes(certPem)).toBe(true);
    expect(isThere()).toEqual([false, false, false, false]);
    db.connection.pragma("wal_checkpoint(TRUNCATE)");
    expect(bytes().includes(certPem)).toBe(true);
    expect(isThere()).toEqual([false, false, false, false]);
  });
});

describe("TLS clients of the listener", () => {
  it("a client fails when it does not trust the certificate", async () => {
    const { listener } = await ListenerUnderTest.start();
    const failure = new Promise((resolve) => {
      get({ host: "127.0.0.1", port: listener.port, agent: false }).on("error", resolve);
    });
    expect(await failure).toMatchObject({ code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) });
  });

  it("a client sees the same certificate after a restart", async () => {
    const first = await ListenerUnderTest.start({ db });
    await first.close();
    const second = await ListenerUnderTest.start({ db });
    expect(second.listener.certPem).toBe(first.listener.certPem);
    expect((await second.sendEvent("evt_1")).status).toBe(200);
  });

  it("a client sees a renewed certificate without a restart", async () => {
    // Created so long ago that it is about to expire; TLS itself uses the machine's clock.
    let machineMs = Date.now() - 720 * DAY_MS;
    const harness = await ListenerUnderTest.start({ db, machineClock: { now: () => machineMs } });
    const { certPem } = harness.listener;
    expect((await harness.sendEvent("evt_1")).status).toBe(200);
    await harness.listener.renewCertificate();
    expect(harness.listener.certPem).toBe(certPem);
    machineMs = Date.now();
    await harness.listener.renewCertificate();
    expect(harness.listener.certPem).not.toBe(certPem);
    expect(expiryOf(harness.listener.certPem)).toBeGreaterThan(expiryOf(certPem));
    harness.trustCurrentCertificate();
    expect((await harness.sendEvent("evt_2")).status).toBe(200);
  });
});
