const asinShape = /^B0[A-Z0-9]{8}$/;
const asinPath = /\/(?:dp|gp\/product|gp\/aw\/d|product|d)\/(B0[A-Z0-9]{8})(?=\/|$)/i;

/** The ASIN in upper case, or `null` if the text is not one (decision 11). */
export function parseAsin(text: string): string | null {
  const upper = text.toUpperCase();
  return asinShape.test(upper) ? upper : null;
}

export function asinInPath(path: string): string | null {
  return asinPath.exec(path)?.[1]?.toUpperCase() ?? null;
}
