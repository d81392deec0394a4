const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** Crockford's base 32: no I, L, O, U to misread in a request id over the phone. */
const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

type RandomBytes = (count: number) => Uint8Array;

/** Each character is equally likely: bytes beyond the largest multiple of the alphabet's length are discarded. */
function randomText(randomBytes: RandomBytes, alphabet: string, length: number): string {
  const usable = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length - text.length))
      if (byte < usable) text += alphabet[byte % alphabet.length];
  return text;
}

export const keyPrefix = "ss_live_";
/** Decision 4. */
export const keyShape = /^ss_live_[A-Za-z0-9]{32}$/;

export function newApiKey(randomBytes: RandomBytes): string {
  return keyPrefix + randomText(randomBytes, alphanumeric, 32);
}

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

/** Identifies one run of an engine. */
export function newEngineId(randomBytes: RandomBytes): string {
  return randomText(randomBytes, alphanumeric, 12);
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
