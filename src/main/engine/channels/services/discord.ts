import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import {
  type AlertMessage,
  type MessageAlert,
  messageLink,
  messageText,
  truncateChars,
} from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonFields, jsonRequest, secondsToMs, textOrNull } from "./service.js";

const maxTitleChars = 256;
const maxDescriptionChars = 4_096;
const maxLinkChars = 700;

/** A product's title must not format the message, nor mention anyone. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|>[\]#@<]/g, "\\$&");
}

function linkedTitle({ title, link }: MessageAlert): string {
  const isUsable = link !== null && link.length <= maxLinkChars;
  return isUsable ? `[${escapeMarkdown(title)}](<${link}>)` : `**${escapeMarkdown(title)}**`;
}

function embed(message: AlertMessage) {
  const { link, image } = messageLink(message);
  const cut = (text: string) => truncateChars(text, maxDescriptionChars);
  return {
    title: truncateChars(escapeMarkdown(message.title), maxTitleChars),
    description: messageText(message, { writeTitle: linkedTitle, writeText: escapeMarkdown, cut }),
    ...(link === null ? {} : { url: link }),
    ...(image === null ? {} : { thumbnail: { url: image } }),
    timestamp: message.createdAt,
  };
}

function withWait(url: string): string {
  const target = new URL(url);
  // Without it, Discord answers before it has stored the message.
  target.searchParams.set("wait", "true");
  return target.href;
}

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord: HttpService<TargetOf<"discord">> = {
  toRequest: ({ url }, message) =>
    jsonRequest(withWait(url), {
      username: "Tidemark",
      embeds: [embed(message)],
      allowed_mentions: { parse: [] },
    }),
  readError(response) {
    const { message, retry_after } = jsonFields(response);
    return { detail: textOrNull(message), retryAfterMs: secondsToMs(retry_after) };
  },
  actions: {
    refused: said.discordRefused,
    gone: said.discordGone,
    rejected: said.discordRejected,
  },
};
