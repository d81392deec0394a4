import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { messageLines, messageLink } from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonRequest, readErrorField } from "./service.js";

/** https://github.com/caronc/apprise-api#persistent-storage-solution */
export const apprise: HttpService<TargetOf<"apprise">> = {
  toRequest({ server, key }, message) {
    const { link } = messageLink(message);
    // A picture would be an attachment, which fails the notification if the server may not fetch it.
    return jsonRequest(
      `${server}/notify/${key}`,
      {
        title: message.title,
        body: [...messageLines(message), ...(link === null ? [] : [link])].join("\n"),
        type: "info",
        format: "text",
      },
      { Accept: "application/json" },
    );
  },
  readError: readErrorField("error"),
  describeFalseSuccess: ({ status }) => (status === 204 ? said.appriseNoKey : null),
  actions: {
    refused: said.appriseRefused,
    gone: said.appriseGone,
    rejected: said.appriseRejected,
  },
};
