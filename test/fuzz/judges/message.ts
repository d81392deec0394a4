import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import { type AppSettings, appSettings, invokeChannels } from "../../../src/shared/ipc.js";
import { Wrong } from "../machinery/target.js";
import type { IpcCase } from "../targets/ipc-cases.js";
import { judgeCall } from "./call.js";

export type Reply =
  | { readonly kind: "unknown" }
  | { readonly kind: "answer"; readonly value: unknown }
  | { readonly kind: "refusal"; readonly message: string };

/** What main was about to do for the window. */
export type Effects = { readonly what: string; readonly value: unknown }[];

const refused = "This page may not call Tidemark.";

function isTrustedCase({ sender }: IpcCase): boolean {
  return sender.kind === "own" || sender.kind === "fragment";
}

function judgePrototypes(): void {
  const grown = [Object.prototype, Array.prototype].flatMap((each) => Object.keys(each));
  if (grown.length > 0) throw new Wrong(`A message has changed what all objects are: ${grown.join(", ")}`);
}

function judgeTrusted({ channel, args }: IpcCase, reply: Reply): void {
  const isKnown = Object.hasOwn(invokeChannels, channel);
  if (!isKnown) {
    if (reply.kind !== "unknown")
      throw new Wrong(`There is no channel ${channel}, and yet somebody answered.`);
    return;
  }
  if (reply.kind === "refusal" && reply.message !== `The arguments of ${channel} are invalid.`)
    throw new Wrong(`${channel} ended with an exception of its own: ${reply.message}`, "crash");
  if (channel !== "engine:call") return;
  // Calls promise an answer, never an exception.
  if (reply.kind !== "answer") throw new Wrong("A call was not answered.");
  const [operation] = args;
  // What is no text, and may not even become one, names nothing.
  judgeCall(typeof operation === "string" ? operation : "", reply.value as CallResult<OperationName>);
}

/** Strangers get nothing; the page gets an answer, or is told that its message has the wrong form. */
export function judgeMessage(value: IpcCase, reply: Reply): void {
  judgePrototypes();
  if (isTrustedCase(value)) judgeTrusted(value, reply);
  else judgeStranger(value, reply);
}

function judgeStranger(value: IpcCase, reply: Reply): void {
  if (reply.kind === "unknown") return;
  if (reply.kind === "answer" || reply.message !== refused)
    throw new Wrong(`A stranger was not refused on ${value.channel}.`);
}

const limitsOf: Readonly<Record<string, (value: unknown) => boolean>> = {
  openExternal: (value) => typeof value === "string" && /^https:/i.test(value) && value.length <= 4_096,
  pickPrice: (value) => typeof value === "string" && /^https?:/i.test(value) && value.length <= 4_096,
  startAtLogin: (value) => typeof value === "boolean",
  selectBackup: (value) => value === null || typeof value === "string",
  restore: (value) => typeof value === "string" && value.length <= 4_096,
  importOffered: (value) => typeof value === "string",
};

/** Whatever was asked, main does within limits, and keeps settings that it can read again. */
export function judgeEffects(effects: Effects, settings: AppSettings): void {
  for (const { what, value } of effects)
    if (limitsOf[what]?.(value) === false)
      throw new Wrong(`Main was to do ${what} with ${JSON.stringify(value)?.slice(0, 200)}.`);
  const parsed = appSettings.safeParse(settings);
  if (!parsed.success) throw new Wrong(`The settings are none: ${parsed.error.message}`);
}
