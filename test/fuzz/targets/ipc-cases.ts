import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { type InvokeChannel, invokeChannels } from "../../../src/shared/ipc.js";
import { editJson, type Json, type JsonEdit, jsonEdit, wildJson } from "../inputs/json.js";
import { fitting, type Schema } from "../inputs/schema.js";
import { wilderText, wildText } from "../inputs/text.js";
import { callCases, inputOf } from "./call-cases.js";

export type SenderKind =
  | { readonly kind: "own" | "fragment" | "other-window" | "inner-frame" | "gone" }
  | { readonly kind: "elsewhere"; readonly url: string };

export interface IpcCase {
  readonly channel: string;
  readonly sender: SenderKind;
  readonly args: readonly unknown[];
}

const trustedSender: Arbitrary<SenderKind> = fc.constantFrom(
  { kind: "own" } as const,
  { kind: "fragment" } as const,
);
const stranger: Arbitrary<SenderKind> = fc.oneof(
  fc.constantFrom(
    { kind: "other-window" } as const,
    { kind: "inner-frame" } as const,
    { kind: "gone" } as const,
  ),
  fc
    .oneof(
      fc.constantFrom(
        "app://tidemark/other.html",
        "app://tidemark.example/index.html",
        "https://tidemark/index.html",
        "about:blank",
        "app://tidemark/index.html?x",
        "APP://tidemark/index.html/",
      ),
      wildText,
    )
    .map((url) => ({ kind: "elsewhere", url }) as const),
);
const sender = fc.oneof({ weight: 9, arbitrary: trustedSender }, { weight: 1, arbitrary: stranger });

/** What structured cloning lets through and JSON does not know. */
const cloned: Arbitrary<unknown> = fc.constantFrom<unknown>(
  undefined,
  1n,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  new Date(0),
  new Date(Number.NaN),
  /x/g,
  new Map([["a", 1]]),
  new Set([1]),
  new Uint8Array(3),
  new ArrayBuffer(2),
  new Error("x"),
  Object(1n),
  new Array(5),
);

function cyclic(): unknown {
  const loop: { self?: unknown; list: unknown[] } = { list: [] };
  loop.self = loop;
  loop.list.push(loop);
  return loop;
}

function holders(value: unknown): unknown {
  return { ids: value, service: [value], toJSON: value };
}

const odd: Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: wildJson },
  { weight: 3, arbitrary: cloned },
  { weight: 2, arbitrary: cloned.map(holders) },
  { weight: 1, arbitrary: fc.constant(null).map(cyclic) },
  { weight: 1, arbitrary: wilderText },
  {
    weight: 1,
    arbitrary: fc.constantFrom("x".repeat(1_100_000), ["y".repeat(600_000), "z".repeat(600_000)]),
  },
);

function editedArgs(args: readonly unknown[], changes: readonly JsonEdit[]): unknown[] {
  const edited = editJson(args as Json[], changes);
  return Array.isArray(edited) ? edited : [edited];
}

function fittingArgs(channel: InvokeChannel): Arbitrary<unknown[]> {
  const schema = z.toJSONSchema(invokeChannels[channel].args, { io: "input", unrepresentable: "any" });
  const items = (Reflect.get(schema, "prefixItems") ?? []) as Schema[];
  const made = fc.tuple(...items.map((item) => fitting(item, "", () => ({}))));
  const edits = fc.oneof(
    { weight: 2, arbitrary: fc.constant<readonly JsonEdit[]>([]) },
    { weight: 1, arbitrary: fc.array(jsonEdit, { minLength: 1, maxLength: 3 }) },
  );
  return fc.tuple(made, edits).map(([args, changes]) => (args.length === 0 ? [] : editedArgs(args, changes)));
}

function argsOf(channel: InvokeChannel): Arbitrary<readonly unknown[]> {
  const call = fc.oneof(
    { weight: 5, arbitrary: callCases().map((each) => [each.operation, inputOf(each)]) },
    { weight: 2, arbitrary: callCases().chain(({ operation }) => odd.map((input) => [operation, input])) },
  );
  const own = channel === "engine:call" ? call : fittingArgs(channel);
  return fc.oneof(
    { weight: 6, arbitrary: own },
    { weight: 1, arbitrary: own.chain((args) => odd.map((more) => [...args, more])) },
    { weight: 2, arbitrary: fc.array(odd, { maxLength: 3 }) },
  );
}

const channels = Object.keys(invokeChannels) as InvokeChannel[];

function casesOf(channel: InvokeChannel): Arbitrary<IpcCase> {
  return fc.record({ channel: fc.constant<string>(channel), sender, args: argsOf(channel) });
}

export const ipcCases: Arbitrary<IpcCase> = fc.oneof(
  ...channels.map((channel) => ({ weight: channel === "engine:call" ? 12 : 2, arbitrary: casesOf(channel) })),
  { weight: 1, arbitrary: fc.record({ channel: wildText, sender, args: fc.array(odd, { maxLength: 2 }) }) },
);
