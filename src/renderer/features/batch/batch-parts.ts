import { chunk } from "../../lib/chunk.js";

/** Contract, section 8. */
const partMax = 100;
/** A hundred jobs: enough for anybody. */
export const identifiersMax = 10_000;

/**
 * Parts that are sent one after the other. They are of about equal size, so that of a long list each part is a job,
 * whose results are kept, and none is so short that it would be answered at once and forgotten.
 */
export function batchParts(identifiers: readonly string[]): string[][] {
  const count = Math.ceil(identifiers.length / partMax);
  return count === 0 ? [] : chunk(identifiers, Math.ceil(identifiers.length / count));
}
