/**
 * What there is to see in SQLite's write-ahead log without SQLite (https://sqlite.org/fileformat2.html#walformat): which
 * one it is, and whose pages it holds. Pure.
 */

export const logHeadBytes = 32;
export const frameHeadBytes = 24;
const magics: readonly number[] = [0x377f0682, 0x377f0683];
/** Its number and two salts: they change whenever it is begun anew. */
const nameAt = 12;
const saltsAt = 16;
const frameSaltsAt = 8;
const saltBytes = 8;

/** A log by what tells it from those before and after it; `null` for what is none. */
export function logName(head: Buffer): string | null {
  if (head.length < logHeadBytes || !magics.includes(head.readUInt32BE(0))) return null;
  return head.toString("hex", nameAt, saltsAt + saltBytes);
}

/** Whether a log, by its name, was never begun anew since there was none. */
export function isFirstLog(name: string): boolean {
  return name.startsWith("00000000");
}

/** Where the frames of a log of this size begin. */
export function* frameOffsets(logBytes: number, pageBytes: number): Generator<number> {
  const frameBytes = frameHeadBytes + pageBytes;
  for (let at = logHeadBytes; at + frameHeadBytes <= logBytes; at += frameBytes) yield at;
}

/**
 * The page that a frame holds; `null` where it is left from an earlier log, all of which is in the database.
 * Frames that were never committed count, too: better a page too many left alone than one wrongly found altered.
 */
export function pageOfFrame(logHead: Buffer, frameHead: Buffer): number | null {
  const own = logHead.subarray(saltsAt, saltsAt + saltBytes);
  const isOfThisLog = frameHead.subarray(frameSaltsAt, frameSaltsAt + saltBytes).equals(own);
  return isOfThisLog && own.length === saltBytes ? frameHead.readUInt32BE(0) : null;
}
