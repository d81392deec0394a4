import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { messageLink, messageText } from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonRequest, readErrorField } from "./service.js";

/** From 4, Gotify's app makes a sound; from 8, it also interrupts. */
const priority = 5;

/** https://gotify.net/api-docs#/message/createMessage, https://gotify.net/docs/msgextras */
export const gotify: HttpService<TargetOf<"gotify">> = {
  toRequest({ server, token }, message) {
    const { link, image } = messageLink(message);
    return jsonRequest(
      `${server}/message`,
      {
        title: message.title,
        message: messageText(message),
        priority,
        extras: {
          "client::display": { contentType: "text/plain" },
          "client::notification": {
            ...(link === null ? {} : { click: { url: link } }),
            ...(image === null ? {} : { bigImageUrl: image }),
          },
        },
      },
      { "X-Gotify-Key": token },
    );
  },
  readError: readErrorField("errorDescription", "error"),
  actions: {
    refused: said.gotifyRefused,
    gone: said.gotifyGone,
    rejected: said.checkAddress,
  },
};
