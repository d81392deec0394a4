import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { type MessageAlert, messageLink, messageText, truncateChars } from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonRequest, type ServiceResponse, textOrNull } from "./service.js";

const maxTextChars = 3_000;

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function linkedTitle({ title, link }: MessageAlert): string {
  return link === null
    ? escapeText(title)
    : `<${escapeText(link).replaceAll("|", "%7C")}|${escapeText(title)}>`;
}

/** An error is a word such as `no_service`; a proxy's page is not one. */
function readWord({ body }: ServiceResponse): string | null {
  return /^[a-z_]{1,60}$/.test(body.trim()) ? textOrNull(body.trim()) : null;
}

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const slack: HttpService<TargetOf<"slack">> = {
  toRequest({ url }, message) {
    const { link, image } = messageLink(message);
    const cut = (text: string) => truncateChars(text, maxTextChars);
    const text = messageText(message, { writeTitle: linkedTitle, writeText: escapeText, cut });
    return jsonRequest(url, {
      // An image block that Slack cannot load would fail the message; an attachment's thumbnail does not.
      attachments: [
        {
          fallback: truncateChars(escapeText(message.title), maxTextChars),
          title: truncateChars(escapeText(message.title), maxTextChars),
          text,
          ...(link === null ? {} : { title_link: link }),
          ...(image === null ? {} : { thumb_url: image }),
        },
      ],
    });
  },
  readError: (response) => ({ detail: readWord(response) }),
  actions: {
    refused: said.slackRefused,
    gone: said.slackGone,
    rejected: said.slackRejected,
  },
};
