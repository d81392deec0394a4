import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { maxPrice } from "../../../shared/app/limits.js";
import { linkOf, placeOf } from "../../../shared/links-in.js";
import { common } from "../../../shared/texts/en/common.js";
import { parseFigure, twoReadings } from "../../../shared/typed-amount.js";
import { defaultAccountName } from "../db/accounts/account.js";
import { secretKeyBytes } from "../operations/request/secret-box.js";

export function accountOption(): Option {
  return new Option("--account <name>", "account to use").default(defaultAccountName);
}

/** Whether a text begins with a real date; `Date.parse` reads February 31 as March 3. */
function startsWithRealDate(text: string): boolean {
  const date = text.slice(0, 10);
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

/** Parses an ISO 8601 time to milliseconds UTC. */
export function parseInstant(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || !startsWithRealDate(text))
    throw new InvalidArgumentError("A time must look like 2026-11-21T09:00:00Z.");
  return ms;
}

/** Parses an ISO 8601 date to milliseconds UTC at the start of the day. */
export function parseDay(text: string): number {
  if (text.length !== 10 || !startsWithRealDate(text))
    throw new InvalidArgumentError("A date must look like 2026-11-21.");
  return Date.parse(text);
}

/** Accepts an ISO 8601 date as it is. */
export function parseDate(text: string): string {
  parseDay(text);
  return text;
}

/** The URL of a page, also without its scheme. Throws `InvalidArgumentError` if it is not http(s). */
export function parsePageUrl(text: string): string {
  const link = linkOf(text);
  if (link === null) throw new InvalidArgumentError("It is not an http(s) URL.");
  return /^https?:\/\//i.test(text) ? text : link;
}

/** Collects links, completed if they lack their scheme; other texts are left to the command. */
export function collectLinks(text: string, previous: readonly string[] = []): string[] {
  return [...previous, /^https?:/i.test(text) ? text : (linkOf(text) ?? text)];
}

/** The URL of a page or a shop. */
export function parsePlace(text: string): string {
  return placeOf(text) ?? parsePageUrl(text);
}

/** Reads the file of a key that encrypts secrets. Throws `InvalidArgumentError` if it is not one. */
export function parseKeyFile(file: string): Buffer {
  try {
    const key = readFileSync(file);
    if (key.length === secretKeyBytes) return key;
  } catch {
    throw new InvalidArgumentError(`${file} cannot be read.`);
  }
  throw new InvalidArgumentError(`${file} must contain exactly ${secretKeyBytes} bytes.`);
}

/** Parses the id of a row. */
export function parseId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("An id must be a whole number.");
  return Number(text);
}

/** Parses an amount in a currency's main unit. */
export function parseAmount(text: string): number {
  const amount = parseFigure(text);
  if (amount === null || amount > maxPrice)
    throw new InvalidArgumentError("An amount must be a number above 0, such as 49.90.");
  const two = twoReadings(text);
  if (two !== null)
    throw new InvalidArgumentError(common.twoAmounts(String(two.amounts[0]), two.amounts[1].toFixed(2)));
  return amount;
}

/** Collects the values of an option that can be repeated: a variadic one would swallow the arguments after it. */
export function collect(value: string, previous: readonly string[]): string[] {
  return [...previous, value];
}

export function allowHostOption(): Option {
  return new Option(
    "--allow-host <host>",
    "allow visits to this host from now on although it is not on the public internet; can be repeated",
  )
    .default([])
    .argParser(collect);
}

type Run = (...args: never[]) => Promise<void>;

/** The action of a command: runs it with its arguments, its options with the global ones, and the command itself. */
export function withGlobals(run: Run): (...args: unknown[]) => Promise<void> {
  return (...args) => {
    const command = args.at(-1) as Command;
    return (run as (...all: unknown[]) => Promise<void>)(
      ...args.slice(0, -2),
      command.optsWithGlobals(),
      command,
    );
  };
}
