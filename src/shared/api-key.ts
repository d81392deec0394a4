export type RandomBytes = (count: number) => Uint8Array;

export const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Each character is equally likely: bytes beyond the largest multiple of the alphabet's length are discarded. */
export function randomText(randomBytes: RandomBytes, alphabet: string, length: number): string {
  const usable = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length - text.length))
      if (byte < usable) text += alphabet[byte % alphabet.length];
  return text;
}

const keyPrefix = "ss_live_";
/** Decision 4. */
export const keyShape = /^ss_live_[A-Za-z0-9]{32}$/;

export function newApiKey(randomBytes: RandomBytes): string {
  return keyPrefix + randomText(randomBytes, alphanumeric, 32);
}
