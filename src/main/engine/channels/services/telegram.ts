import { escapeHtml } from "../../../../shared/escape-html.js";
import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import {
  type AlertMessage,
  type MessageAlert,
  messageLink,
  messageText,
  truncateChars,
} from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonFields, jsonRequest, linkedText, secondsToMs, textOrNull } from "./service.js";

/** Without tags. */
const maxTextChars = 4_096;
/** So short that the message's title and one alert stay below that even if every character counts twice. */
const maxPartChars = 400;

function htmlText(message: AlertMessage): string {
  const title = `<b>${linkedText(truncateChars(message.title, maxPartChars), messageLink(message).link)}</b>`;
  const writeTitle = (alert: MessageAlert) =>
    linkedText(truncateChars(alert.title, maxPartChars), alert.link);
  const writeText = (text: string) => escapeHtml(truncateChars(text, maxPartChars));
  const cut = (text: string) =>
    `${title}\n${text}`.replace(/<[^>]*>/g, "").length <= maxTextChars ? text : "";
  return `${title}\n${messageText(message, { writeTitle, writeText, cut })}`;
}

/** https://core.telegram.org/bots/api#sendmessage */
export const telegram: HttpService<TargetOf<"telegram">> = {
  toRequest({ server, token, chat }, message) {
    const { image } = messageLink(message);
    return jsonRequest(`${server}/bot${token}/sendMessage`, {
      chat_id: chat,
      text: htmlText(message),
      parse_mode: "HTML",
      // A photo that Telegram cannot load would fail the message; a preview does not.
      link_preview_options:
        image === null
          ? { is_disabled: true }
          : { url: image, prefer_small_media: true, show_above_text: false },
    });
  },
  readError(response) {
    const { description, parameters } = jsonFields(response);
    const fields = typeof parameters === "object" && parameters !== null ? { ...parameters } : {};
    const retryAfter: unknown = Reflect.get(fields, "retry_after");
    return { detail: textOrNull(description), retryAfterMs: secondsToMs(retryAfter) };
  },
  actions: {
    refused: said.telegramRefused,
    gone: said.telegramGone,
    rejected: said.telegramRejected,
  },
};
