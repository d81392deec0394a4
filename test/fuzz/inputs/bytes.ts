import fc, { type Arbitrary } from "fast-check";

/** One change of a text or of bytes; the place is a fraction, so that it means something at any length. */
export interface Edit<T> {
  readonly at: number;
  readonly length: number;
  readonly kind: "insert" | "remove" | "repeat" | "cut" | "replace" | "swap";
  readonly token: T;
}

const fraction = fc.nat(1_000_000).map((part) => part / 1_000_000);

export function editOf<T>(token: Arbitrary<T>): Arbitrary<Edit<T>> {
  return fc.record({
    at: fraction,
    length: fc.oneof({ weight: 4, arbitrary: fc.nat(12) }, { weight: 1, arbitrary: fc.nat(400) }),
    kind: fc.constantFrom("insert", "insert", "replace", "replace", "remove", "repeat", "swap", "cut"),
    token,
  });
}

interface Sliced<T> {
  slice(from: number, to?: number): T;
  readonly length: number;
}

function edited<T extends Sliced<T>>(
  whole: T,
  { at, length, kind, token }: Edit<T>,
  join: (parts: T[]) => T,
): T {
  const from = Math.floor(at * (whole.length + 1));
  const [head, piece, tail] = [
    whole.slice(0, from),
    whole.slice(from, from + length),
    whole.slice(from + length),
  ];
  switch (kind) {
    case "insert":
      return join([head, token, piece, tail]);
    case "replace":
      return join([head, token, tail]);
    case "remove":
      return join([head, tail]);
    case "repeat":
      return join([head, piece, piece, piece, tail]);
    case "swap":
      return join([piece, head, tail]);
    case "cut":
      return head;
  }
}

export function editText(text: string, edits: readonly Edit<string>[]): string {
  return edits.reduce((whole, edit) => edited(whole, edit, (parts) => parts.join("")), text);
}

export function editBytes(bytes: Buffer, edits: readonly Edit<Buffer>[]): Buffer {
  return edits.reduce((whole, edit) => edited<Buffer>(whole, edit, (parts) => Buffer.concat(parts)), bytes);
}

/** A few bytes: any, none that UTF-8 allows, or a lot of one kind. */
export const someBytes: Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom("ff", "c0af", "eda080", "f8888080", "efbbbf", "00", "fffe", "0a", "0d0a", "e280a8")
    .map((hex) => Buffer.from(hex, "hex")),
);
