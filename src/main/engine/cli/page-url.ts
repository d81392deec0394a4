import { InvalidArgumentError } from "commander";

/** Validates the URL of a page. Throws `InvalidArgumentError` if it is not http(s). */
export function parsePageUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError("It is not an http(s) URL.");
  return text;
}
