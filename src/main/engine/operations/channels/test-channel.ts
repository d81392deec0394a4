import type { InboxEntry } from "../../../../shared/app/alerts.js";
import type { AlertWords } from "../../../../shared/texts/alert-notices.js";
import { readerOf } from "../../../../shared/texts/language.js";
import { composeMessage } from "../../domain/channels/message.js";
import { newMessageId, newTestEventId } from "../../domain/random-text.js";
import type { AsyncOperation } from "../request/context.js";
import { refuse } from "../request/contract-error.js";
import { type ChannelContext, openTarget, readTarget, requireChannel, sealed } from "./channels.js";

/** A made-up alert, so that a test cannot be mistaken for a real one. */
function testEntry({ clock, randomBytes }: ChannelContext, title: string): InboxEntry {
  const price = { price: 79.99, currency: "USD" };
  return {
    id: 0,
    event_id: newTestEventId(randomBytes),
    type: "price_drop",
    is_test: true,
    data: {
      product: { service: "product/test-event/0000000000", title },
      retailer: "shop.example",
      price: { current: 79.99, previous: 99.99, currency: "USD" },
      availability: null,
    },
    reason: null,
    clauses: {
      head: { kind: "price", ...price, retailer: "shop.example" },
      clauses: [{ kind: "was", price: 99.99, currency: "USD", percent: 20 }],
    },
    received_at: new Date(clock.now()).toISOString(),
    read_at: null,
  };
}

/** Sends a test alert, also during the quiet hours. Throws `ERR_ENDPOINT_NOT_FOUND`, or what an address lacks. */
export const testChannel: AsyncOperation<"channels.test", ChannelContext> = async (
  context,
  { id, address, kind, language: requested },
) => {
  const saved = id === undefined ? null : requireChannel(context.db, id);
  const entered = await readTarget(context, { address, kind });
  if (entered === null && saved === null) throw refuse("noChannelAddress");
  const target = entered ?? (saved && openTarget(context.effects.secrets, saved));
  if (target === null) return { delivered: false, error: sealed.message, action: sealed.action };
  const language = requested ?? saved?.language ?? "en";
  // Imported on demand: few engines send tests, and all would load both languages.
  const { alertWords, shellTextsByLanguage } = await import("../../../../shared/texts/alert-words.js");
  const words: AlertWords = alertWords(readerOf(language, []), (host) => host);
  const message = composeMessage([testEntry(context, shellTextsByLanguage[language].testTitle)], {
    id: newMessageId(context.randomBytes),
    createdMs: context.clock.now(),
    language,
    words,
  });
  const outcome = await context.effects.notify({ target, message, signal: new AbortController().signal });
  if (outcome.kind === "delivered") return { delivered: true, error: null, action: null };
  return { delivered: false, error: outcome.error, action: outcome.action };
};
