import fc, { type Arbitrary } from "fast-check";

/** The usual value, or one of `others` in one case of `weight + 1`. */
export function mostly<T>(usual: T, others: Arbitrary<T>, weight = 8): Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: others });
}

/** A change of a text or of bytes. `at` is a fraction of the length, so that edits shrink independently of the input. */
export interface Edit<T> {
  readonly at: number;
  readonly length: number;
  readonly kind: "insert" | "remove" | "repeat" | "cut" | "replace" | "swap";
  readonly token: T;
}

export function anyEdit<T>(token: Arbitrary<T>): Arbitrary<Edit<T>> {
  return fc.record({
    at: fc.nat(1_000_000).map((millionths) => millionths / 1_000_000),
    length: fc.oneof({ weight: 4, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(400) }),
    kind: fc.constantFrom("insert", "insert", "replace", "replace", "remove", "repeat", "swap", "cut"),
    token,
  });
}

/** The parts that make up the edited input. */
function applyEdit<T extends { slice(from: number, to?: number): T; readonly length: number }>(
  whole: T,
  { at, length, kind, token }: Edit<T>,
): T[] {
  const from = Math.floor(at * (whole.length + 1));
  const [head, piece, tail] = [
    whole.slice(0, from),
    whole.slice(from, from + length),
    whole.slice(from + length),
  ];
  const results = {
    insert: [head, token, piece, tail],
    replace: [head, token, tail],
    remove: [head, tail],
    repeat: [head, piece, piece, piece, tail],
    swap: [piece, head, tail],
    cut: [head],
  };
  return results[kind];
}

export function editText(text: string, edits: readonly Edit<string>[]): string {
  return edits.reduce((whole, edit) => applyEdit(whole, edit).join(""), text);
}

export function editBytes(bytes: Buffer, edits: readonly Edit<Buffer>[]): Buffer {
  return edits.reduce((whole, edit) => Buffer.concat(applyEdit<Buffer>(whole, edit)), bytes);
}

/** A few bytes, among them invalid UTF-8, byte order marks and line ends. */
export const someBytes: Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom("ff", "c0af", "eda080", "f8888080", "efbbbf", "00", "fffe", "0a", "0d0a", "e280a8")
    .map((hex) => Buffer.from(hex, "hex")),
);
