import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { messageLink, messageText, truncateBytes, truncateChars } from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonRequest, readErrorField } from "./service.js";

/** A longer message becomes an attached file. */
const maxMessageBytes = 4_096;
const maxTitleChars = 250;

/** https://docs.ntfy.sh/publish/#publish-as-json */
export const ntfy: HttpService<TargetOf<"ntfy">> = {
  toRequest({ server, topic, authorization }, message) {
    const { link, image } = messageLink(message);
    return jsonRequest(
      `${server}/`,
      {
        topic,
        title: truncateChars(message.title, maxTitleChars),
        message: messageText(message, { cut: (text) => truncateBytes(text, maxMessageBytes) }),
        // A repeated message replaces the first one, on servers from version 2.16.
        sequence_id: message.id,
        ...(link === null ? {} : { click: link }),
        ...(image === null ? {} : { attach: image }),
      },
      authorization === null ? {} : { Authorization: authorization },
    );
  },
  readError: readErrorField("error"),
  actions: {
    refused: said.ntfyRefused,
    gone: said.ntfyGone,
    rejected: said.ntfyRejected,
  },
};
