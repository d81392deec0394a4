import type { Page } from "@playwright/test";
import type { CallResult, OperationInput, OperationName } from "../../src/shared/calls.js";
import type { Cadence } from "../../src/shared/contract/schedule.js";

type Output<K extends OperationName> = Extract<CallResult<K>, { ok: true }>["data"];

/** Calls the engine as the window does. Throws the error that it answers. */
export async function callEngine<K extends OperationName>(
  page: Page,
  operation: K,
  input: OperationInput<K>,
): Promise<Output<K>> {
  const result = (await page.evaluate(
    ([name, given]) => {
      const invoke = window.tidemark.invoke as (...args: readonly unknown[]) => unknown;
      return invoke("engine:call", name, given);
    },
    [operation, input] as readonly unknown[],
  )) as CallResult<K>;
  if (!result.ok) throw new Error(result.error.message);
  return result.data as Output<K>;
}

/** Schedules checks of these products. */
export async function watch(page: Page, ids: readonly string[], schedule: Cadence = "daily"): Promise<void> {
  await callEngine(page, "schedules.put", { ids: [...ids], schedule });
}

type AnswerOptions = OperationInput<"links.answer">["options"];

/** Adds a link, and returns what its page says or asks. */
export async function readLink(page: Page, { url, ...options }: AnswerOptions & { readonly url: string }) {
  const { links } = await callEngine(page, "links.add", { links: [{ text: url, options }] });
  const waited = await callEngine(page, "links.wait", { ids: links.map(({ id }) => id) });
  const [link] = waited.links;
  return link?.question ?? link?.result?.page;
}
