import { X509Certificate } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { closeStore } from "../../../src/main/engine/db/open.js";
import { readSetting, saveSetting } from "../../../src/main/engine/db/setting.js";
import { type ReadDb, write } from "../../../src/main/engine/db/store.js";
import { DAY_MS } from "../../../src/main/engine/domain/clock.js";
import {
  createSecretBox,
  type SecretBox,
  secretKeyBytes,
} from "../../../src/main/engine/operations/request/secret-box.js";
import { ensureCertificate } from "../../../src/main/engine/webhooks/listener/certificate.js";
import { newStore, temporaryFolder } from "../../support/folder.js";
import { ListenerUnderTest } from "./listener-client.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
const sealing = createSecretBox(Buffer.alloc(secretKeyBytes, 7));
const otherSealing = createSecretBox(Buffer.alloc(secretKeyBytes, 8));
const plain = createSecretBox(null);

let folder: string;
let db: ReadDb;

beforeEach(() => {
  folder = temporaryFolder();
  db = newStore(folder);
});

const ensure = (secrets: SecretBox = sealing, atMs = nowMs) => ensureCertificate(db, secrets, atMs);

describe("a certificate", () => {
  it("is for this machine alone, signs no others, and is good for two years", async () => {
    const { certPem, expiresMs } = await ensure();
    const certificate = new X509Certificate(certPem);
    expect(certificate.subjectAltName).toBe("IP Address:127.0.0.1, DNS:localhost");
    expect(certificate.ca).toBe(false);
    expect(certificate.publicKey.asymmetricKeyType).toBe("ec");
    expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(expiresMs).toBe(nowMs + 730 * DAY_MS);
    expect(Date.parse(certificate.validFrom)).toBeLessThan(nowMs);
  });

  it("is kept over restarts", async () => {
    const first = await ensure();
    closeStore(db);
    db = newStore(folder);
    expect(await ensure(sealing, nowMs + 300 * DAY_MS)).toEqual(first);
  });

  it("is renewed when fewer than 30 days are left, and then kept", async () => {
    const first = await ensure();
    expect(await ensure(sealing, first.expiresMs - 30 * DAY_MS - 1)).toEqual(first);
    const laterMs = first.expiresMs - 30 * DAY_MS;
    const second = await ensure(sealing, laterMs);
    expect(second.certPem).not.toBe(first.certPem);
    expect(second.expiresMs).toBe(laterMs + 730 * DAY_MS);
    expect(await ensure(sealing, laterMs)).toEqual(second);
  });

  it("is made anew when it is not valid yet: the clock was far ahead when it was made", async () => {
    const first = await ensure();
    expect(await ensure(sealing, nowMs - 60_000)).toEqual(first);
    expect((await ensure(sealing, nowMs - DAY_MS)).certPem).not.toBe(first.certPem);
  });

  it.each<[string, SecretBox, SecretBox]>([
    ["was sealed with another key", sealing, otherSealing],
    ["was sealed and there is no key now", sealing, plain],
    ["lay there as text and there is a key now", plain, sealing],
  ])("is made anew when its private key %s", async (_, before, now) => {
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
  ] as const)("is made anew when %s is damaged (%j)", async (setting, damaged) => {
    const first = await ensure();
    write(db, (tx) => saveSetting(tx, setting, damaged));
    const second = await ensure();
    expect(second.certPem).not.toBe(first.certPem);
    expect(await ensure()).toEqual(second);
  });

  it("is made anew when it and the key do not belong together", async () => {
    const first = await ensure();
    const key = readSetting(db, "listener.private_key")!;
    await ensure(sealing, first.expiresMs);
    write(db, (tx) => saveSetting(tx, "listener.private_key", key));
    const third = await ensure(sealing, first.expiresMs);
    expect(third.keyPem).not.toBe(first.keyPem);
  });
});

describe("its private key", () => {
  /** Everything that the folder holds, the write-ahead log included. */
  const bytes = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  const forms = (keyPem: string) => {
    const base64 = keyPem.split("\n").slice(1, -2).join("");
    const der = Buffer.from(base64, "base64");
    return [keyPem, base64.slice(0, 60), Buffer.from(keyPem).toString("base64").slice(0, 60), der];
  };

  it("is nowhere in the folder in clear where there is a key to seal it with", async () => {
    const { keyPem, certPem } = await ensure();
    const isThere = () => forms(keyPem).map((form) => bytes().includes(form));
    expect(bytes().includes(certPem)).toBe(true);
    expect(isThere()).toEqual([false, false, false, false]);
    db.connection.pragma("wal_checkpoint(TRUNCATE)");
    expect(bytes().includes(certPem)).toBe(true);
    expect(isThere()).toEqual([false, false, false, false]);
  });
});

describe("a sender", () => {
  it("that does not trust the certificate does not send", async () => {
    const { listener } = await ListenerUnderTest.start();
    const failure = new Promise((resolve) => {
      get({ host: "127.0.0.1", port: listener.port, agent: false }).on("error", resolve);
    });
    expect(await failure).toMatchObject({ code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY/) });
  });

  it("is served by the kept certificate after a restart", async () => {
    const first = await ListenerUnderTest.start({ db });
    await first.close();
    const second = await ListenerUnderTest.start({ db });
    expect(second.listener.certPem).toBe(first.listener.certPem);
    expect((await second.sendEvent("evt_1")).status).toBe(200);
  });

  it("is served by the new certificate once the old one was renewed, without a restart", async () => {
    // Made so long ago that it is near its end now; TLS itself goes by the machine's own clock.
    let machineMs = Date.now() - 720 * DAY_MS;
    const under = await ListenerUnderTest.start({ db, machineClock: { now: () => machineMs } });
    const { certPem, certificateExpiresMs } = under.listener;
    expect((await under.sendEvent("evt_1")).status).toBe(200);
    await under.listener.renewCertificate();
    expect(under.listener.certPem).toBe(certPem);
    machineMs = Date.now();
    await under.listener.renewCertificate();
    expect(under.listener.certPem).not.toBe(certPem);
    expect(under.listener.certificateExpiresMs).toBeGreaterThan(certificateExpiresMs);
    under.trustAnew();
    expect((await under.sendEvent("evt_2")).status).toBe(200);
  });
});
