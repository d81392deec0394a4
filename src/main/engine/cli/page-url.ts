import { InvalidArgumentError } from "commander";

/** The address of a page, as an argument. Throws `InvalidArgumentError` for what is none. */
export function parsePageUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError("It is not an http(s) URL.");
  return text;
}
