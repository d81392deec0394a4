/** A small zip reader, so that set-up does not need `unzip`. Supports neither zip64 nor encryption. */
import { mkdir, open, writeFile } from "node:fs/promises";
import { dirname, join, normalize, sep } from "node:path";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);
const endSignature = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const maxEndBytes = 22 + 0xffff;

/**
 * @typedef {object} Entry
 * @property {string} name separated by `/`; a folder ends with one
 * @property {number} method 0 stored, 8 deflated
 * @property {number} packedSize bytes
 * @property {number} mode Unix permissions; 0 if unknown
 * @property {number} offset of the entry's local header
 */

/**
 * @param {string} zipFile
 * @param {string} folder created if missing
 * @param {(name: string) => string | undefined} rename returns an entry's new path in the folder, or undefined to skip it
 */
export async function extractZip(zipFile, folder, rename) {
  const zip = await open(zipFile);
  try {
    for (const entry of await readDirectory(zip)) {
      const name = entry.name.endsWith("/") ? undefined : rename(entry.name);
      if (name) await extractEntry(zip, entry, resolveTarget(folder, name));
    }
  } finally {
    await zip.close();
  }
}

/**
 * @param {string} folder
 * @param {string} name
 */
function resolveTarget(folder, name) {
  const target = normalize(join(folder, name));
  if (!target.startsWith(normalize(folder) + sep))
    throw new Error(`the zip contains a path outside its folder: ${name}`);
  return target;
}

/**
 * @param {import("node:fs/promises").FileHandle} zip
 * @param {Entry} entry
 * @param {string} target
 */
async function extractEntry(zip, entry, target) {
  const header = await readAt(zip, entry.offset, 30);
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await readAt(zip, start, entry.packedSize);
  await mkdir(dirname(target), { recursive: true });
  const mode = entry.mode & 0o777 || 0o644;
  await writeFile(target, entry.method === 8 ? await inflate(packed) : packed, { mode });
}

/**
 * @param {import("node:fs/promises").FileHandle} zip
 * @returns {Promise<Entry[]>}
 */
async function readDirectory(zip) {
  const { size } = await zip.stat();
  const tailStart = Math.max(0, size - maxEndBytes);
  const tail = await readAt(zip, tailStart, size - tailStart);
  const end = tail.lastIndexOf(endSignature);
  if (end < 0) throw new Error("not a zip file");
  const count = tail.readUInt16LE(end + 10);
  const directory = await readAt(zip, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12));
  return [...parseEntries(directory, count)];
}

/**
 * @param {Buffer} directory
 * @param {number} count
 * @returns {Generator<Entry>}
 */
function* parseEntries(directory, count) {
  let position = 0;
  for (let index = 0; index < count; index++) {
    const nameLength = directory.readUInt16LE(position + 28);
    yield {
      name: directory.toString("utf8", position + 46, position + 46 + nameLength),
      method: directory.readUInt16LE(position + 10),
      packedSize: directory.readUInt32LE(position + 20),
      mode: directory.readUInt32LE(position + 38) >>> 16,
      offset: directory.readUInt32LE(position + 42),
    };
    position +=
      46 + nameLength + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32);
  }
}

/**
 * @param {import("node:fs/promises").FileHandle} file
 * @param {number} position
 * @param {number} length
 */
async function readAt(file, position, length) {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) throw new Error("the zip file is truncated");
    filled += bytesRead;
  }
  return buffer;
}
