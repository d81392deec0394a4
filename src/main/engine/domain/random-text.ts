import { alphanumeric, type RandomBytes, randomText } from "../../../shared/api-key.js";

/** Crockford's base 32: no I, L, O, U to misread in a request id over the phone. */
const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function newKeyId(randomBytes: RandomBytes): string {
  return `key_${randomText(randomBytes, alphanumeric, 16)}`;
}

/** The code by which a person compares two screens: `482 913`. */
export function newPairingCode(randomBytes: RandomBytes): string {
  const digits = randomText(randomBytes, "0123456789", 6);
  return `${digits.slice(0, 3)} ${digits.slice(3)}`;
}

/** Decision 7. */
export function newRequestId(randomBytes: RandomBytes): string {
  return `req_${randomText(randomBytes, base32, 26)}`;
}

export function newProductSuffix(randomBytes: RandomBytes): string {
  return randomText(randomBytes, base32, 10).toLowerCase();
}

export function newWebhookId(randomBytes: RandomBytes): string {
  return `wh_${randomText(randomBytes, alphanumeric, 16)}`;
}

/** Decision 30. */
export function newWebhookSecret(randomBytes: RandomBytes): string {
  return `whsec_${Buffer.from(randomBytes(32)).toString("base64")}`;
}

export function newEventId(randomBytes: RandomBytes): string {
  return `evt_${randomText(randomBytes, alphanumeric, 24)}`;
}

export const testEventPrefix = "evt_test_";

/** Decision 32. */
export function newTestEventId(randomBytes: RandomBytes): string {
  return testEventPrefix + randomText(randomBytes, alphanumeric, 24);
}

export function newBatchId(randomBytes: RandomBytes): string {
  return `batch_${randomText(randomBytes, alphanumeric, 24)}`;
}

/** The id of a message to a channel; a valid sequence id of ntfy. */
export function newMessageId(randomBytes: RandomBytes): string {
  return `msg_${randomText(randomBytes, alphanumeric, 24)}`;
}
