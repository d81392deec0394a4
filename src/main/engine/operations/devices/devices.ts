import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { WebDevice } from "../../../../shared/app/web.js";
import { type WebSettings, type WebStatus, webSettings } from "../../../../shared/app/web.js";
import { MINUTE_MS } from "../../../../shared/time.js";
import {
  activeDeviceByHash,
  activeDevices,
  type Device,
  insertDevice,
  revokeDevice,
  touchDevice,
} from "../../db/accounts/device.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import type { WriteDb } from "../../db/store.js";
import { type ReadDb, write, writeDurably } from "../../db/store.js";
import type { OperationContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";

const maxDevices = 100;

function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** The device that a cookie's secret belongs to, unless it was revoked. */
export function findDevice(db: ReadDb, secret: string): Device | undefined {
  return activeDeviceByHash(db, hashSecret(secret));
}

/** Derived from the cookie's secret, which a page of another origin may send, but cannot read. */
export function csrfToken(secret: string): string {
  return createHmac("sha256", secret).update("csrf").digest("base64url");
}

export function isCsrfToken(secret: string, token: string): boolean {
  return timingSafeEqual(hashSecret(csrfToken(secret)), hashSecret(token));
}

/** Adds a device, and returns it with the secret for its cookie, of which only the hash is stored. */
export function addDevice(
  { db, clock, randomBytes }: OperationContext,
  { name, kind }: Pick<WebDevice, "name" | "kind">,
): { readonly device: Device; readonly secret: string } {
  if (activeDevices(db).length >= maxDevices)
    throw invalidParams(`There are ${maxDevices} devices.`, "Remove one that is not in use.");
  const secret = Buffer.from(randomBytes(32)).toString("base64url");
  const nowMs = clock.now();
  const row = { name, kind, hash: hashSecret(secret), createdMs: nowMs, lastSeenMs: nowMs, revokedMs: null };
  writeDurably(db, (tx) => insertDevice(tx, row));
  const device = findDevice(db, secret);
  if (device === undefined) throw new Error("The new device does not exist.");
  return { device, secret };
}

/** Records that a device is in use, at most once a minute, and not where nothing can be written. */
export function seeDevice({ db, clock, log }: OperationContext, { id, lastSeenMs }: Device): void {
  const nowMs = clock.now();
  if (Math.abs(nowMs - lastSeenMs) < MINUTE_MS) return;
  try {
    write(db, (tx) => touchDevice(tx, id, nowMs));
  } catch (error) {
    log.error("The use of a device could not be recorded.", error);
  }
}

export function listDevices({ db }: Pick<OperationContext, "db">): AppOutput<"web.list"> {
  return { devices: activeDevices(db) };
}

/** Returns `false` if there is no active device of this id. */
export function endDevice({ db, clock }: OperationContext, id: number): boolean {
  return writeDurably(db, (tx) => revokeDevice(tx, id, clock.now()));
}

/** The window's page for other devices, as operations see it. */
export interface WebPage {
  status(): WebStatus;
  /** Saves the settings and resolves once they are in effect. */
  configure(settings: AppRequest<"web.configure">): Promise<WebStatus>;
  startPairing(): AppOutput<"web.start_pairing">;
  /** Ends the access of a device at once. Returns `false` if there is no such device. */
  revoke(id: number): boolean;
}

const settingKey = "web.page";
export const defaultWebPort = 47_180;

const defaultSettings: WebSettings = { enabled: false, port: defaultWebPort, listen: [], allowed_hosts: [] };

/** What a restored backup has in their place may be anything. */
function parseSettings(text: string): WebSettings {
  try {
    return webSettings.parse(JSON.parse(text));
  } catch {
    return defaultSettings;
  }
}

export function readWebSettings(db: ReadDb): WebSettings {
  const text = readSetting(db, settingKey);
  return text === null ? defaultSettings : parseSettings(text);
}

export function saveWebSettings(tx: WriteDb, patch: AppRequest<"web.configure">): void {
  saveSetting(tx, settingKey, JSON.stringify({ ...readWebSettings(tx), ...patch }));
}
