/** A file's text, compressed with gzip, in base64: see `scripts/lib/compressed-text.ts`. */
declare module "*?gzip" {
  export const text: string;
}
