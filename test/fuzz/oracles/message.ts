import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import { type AppSettings, appSettings, invokeChannels } from "../../../src/shared/ipc.js";
import type { IpcCase } from "../inputs/ipc-cases.js";
import { checkCallResult } from "./call.js";

export type Reply =
  | { readonly kind: "unknown-channel" }
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "error"; readonly message: string };

/** A call of main's to the desktop or another part of the app. */
export interface Effect {
  readonly name: string;
  readonly value: unknown;
}

/** The app's own page gets a result or a validation error; other senders are refused. */
export function checkIpcReply(value: IpcCase, reply: Reply): void {
  const polluted = [Object.prototype, Array.prototype].flatMap((each) => Object.keys(each));
  if (polluted.length > 0) throw new Error(`A message polluted a prototype: ${polluted.join(", ")}`);
  if (value.sender.kind === "own" || value.sender.kind === "fragment") checkTrusted(value, reply);
  else checkUntrusted(value, reply);
}

function checkTrusted({ channel, args }: IpcCase, reply: Reply): void {
  if (!Object.hasOwn(invokeChannels, channel)) {
    if (reply.kind !== "unknown-channel") throw new Error(`The unknown channel ${channel} has a handler.`);
    return;
  }
  if (reply.kind === "error" && reply.message !== `The arguments of ${channel} are invalid.`)
    throw new Error(`${channel} threw an exception: ${reply.message}`);
  if (channel !== "engine:call") return;
  // Calls never reject: failures are results, too.
  if (reply.kind !== "result") throw new Error("A call has no result.");
  const [operation] = args;
  checkCallResult(typeof operation === "string" ? operation : "", reply.value as CallResult<OperationName>);
}

function checkUntrusted({ channel }: IpcCase, reply: Reply): void {
  if (reply.kind === "unknown-channel") return;
  if (reply.kind === "result" || reply.message !== "This page may not call Tidemark.")
    throw new Error(`${channel} did not refuse an untrusted sender.`);
}

const isValidEffect: Readonly<Record<string, (value: unknown) => boolean>> = {
  openExternal: (value) => typeof value === "string" && /^https:/i.test(value) && value.length <= 4_096,
  pickPrice: (value) => typeof value === "string" && /^https?:/i.test(value) && value.length <= 4_096,
  startAtLogin: (value) => typeof value === "boolean",
  selectBackup: (value) => value === null || typeof value === "string",
  restore: (value) => typeof value === "string" && value.length <= 4_096,
  importOffered: (value) => typeof value === "string",
};

/** Main calls other parts only with valid arguments, and its settings stay valid. */
export function checkEffects(effects: readonly Effect[], settings: AppSettings): void {
  for (const { name, value } of effects)
    if (isValidEffect[name]?.(value) === false)
      throw new Error(`Main called ${name} with ${JSON.stringify(value)?.slice(0, 200)}.`);
  const parsed = appSettings.safeParse(settings);
  if (!parsed.success) throw new Error(`The settings are invalid: ${parsed.error.message}`);
}
