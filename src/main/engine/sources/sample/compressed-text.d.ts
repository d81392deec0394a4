/** A file's text, compressed with gzip, in base64: see `compressed-text.ts`. */
declare module "*?gzip" {
  export const text: string;
}
