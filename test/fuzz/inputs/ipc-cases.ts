import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { type InvokeChannel, invokeChannels } from "../../../src/shared/ipc.js";
import { callCases, toInput } from "./call-cases.js";
import { anyJson, anyJsonEdits, editJson, type Json } from "./json.js";
import { fitting, type Schema } from "./schema.js";
import { anyText, anyTextOrHuge } from "./text.js";

export type Sender =
  | { readonly kind: "own" | "fragment" | "other-window" | "inner-frame" | "destroyed" }
  | { readonly kind: "other-page"; readonly url: string };

export interface IpcCase {
  readonly channel: string;
  readonly sender: Sender;
  readonly args: readonly unknown[];
}

const trustedKinds = fc.constantFrom<Sender["kind"]>("own", "fragment");
const untrustedKinds = fc.constantFrom<Sender["kind"]>("other-window", "inner-frame", "destroyed");
// biome-ignore format: one per line would fill a page
const otherPages = fc.constantFrom(
  "app://tidemark/other.html", "app://tidemark.example/index.html", "https://tidemark/index.html", "about:blank",
  "app://tidemark/index.html?x", "APP://tidemark/index.html/",
);
const senders = fc.oneof(
  { weight: 18, arbitrary: trustedKinds.map((kind) => ({ kind }) as Sender) },
  { weight: 1, arbitrary: untrustedKinds.map((kind) => ({ kind }) as Sender) },
  { weight: 1, arbitrary: fc.oneof(otherPages, anyText).map((url): Sender => ({ kind: "other-page", url })) },
);

/** Values that structured cloning accepts but JSON cannot represent. */
// biome-ignore format: one per line would fill a page
const cloneable: Arbitrary<unknown> = fc.constantFrom<unknown>(
  undefined, 1n, Number.NaN, Number.POSITIVE_INFINITY, new Date(0), new Date(Number.NaN), /x/g,
  new Map([["a", 1]]), new Set([1]), new Uint8Array(3), new ArrayBuffer(2), new Error("x"), Object(1n),
  new Array(5),
);

function createCycle(): unknown {
  const loop: { self?: unknown; list: unknown[] } = { list: [] };
  loop.self = loop;
  loop.list.push(loop);
  return loop;
}

const unusual: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyJson },
  { weight: 3, arbitrary: cloneable },
  { weight: 2, arbitrary: cloneable.map((value) => ({ ids: value, product_key: [value], toJSON: value })) },
  { weight: 1, arbitrary: fc.constant(null).map(createCycle) },
  { weight: 1, arbitrary: anyTextOrHuge },
  {
    weight: 1,
    arbitrary: fc.constantFrom("x".repeat(1_100_000), ["y".repeat(600_000), "z".repeat(600_000)]),
  },
);

function fittingArgs(channel: InvokeChannel): Arbitrary<readonly unknown[]> {
  const schema = z.toJSONSchema(invokeChannels[channel].args, { io: "input", unrepresentable: "any" });
  const items = (Reflect.get(schema, "prefixItems") ?? []) as Schema[];
  if (items.length === 0) return fc.constant([]);
  const args = fc.tuple(...items.map((item) => fitting(item, "", () => ({}))));
  return fc
    .tuple(args, anyJsonEdits(3, 2, 1))
    .map(([values, changes]) => [editJson(values as Json[], changes)].flat());
}

const calls = callCases();
const callArgs: Arbitrary<readonly unknown[]> = fc.oneof(
  { weight: 5, arbitrary: calls.map((each) => [each.operation, toInput(each)]) },
  { weight: 2, arbitrary: calls.chain(({ operation }) => unusual.map((input) => [operation, input])) },
);

function args(channel: InvokeChannel): Arbitrary<readonly unknown[]> {
  const valid = channel === "engine:call" ? callArgs : fittingArgs(channel);
  return fc.oneof(
    { weight: 6, arbitrary: valid },
    { weight: 1, arbitrary: valid.chain((values) => unusual.map((extra) => [...values, extra])) },
    { weight: 2, arbitrary: fc.array(unusual, { maxLength: 3 }) },
  );
}

const unknownChannelCases: Arbitrary<IpcCase> = fc.record({
  channel: anyText,
  sender: senders,
  args: fc.array(unusual, { maxLength: 2 }),
});

export const ipcCases: Arbitrary<IpcCase> = fc.oneof(
  ...(Object.keys(invokeChannels) as InvokeChannel[]).map((channel) => ({
    weight: channel === "engine:call" ? 12 : 2,
    arbitrary: fc.record({ channel: fc.constant<string>(channel), sender: senders, args: args(channel) }),
  })),
  { weight: 1, arbitrary: unknownChannelCases },
);
