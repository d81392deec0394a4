import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { messageLink, messageText, truncateChars } from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonFields, jsonRequest, type ServiceResponse } from "./service.js";

const maxTitleChars = 250;
const maxMessageChars = 1_024;
const maxUrlChars = 512;

/** The start of the next month, when the monthly limit ends. */
function resetMs({ status, headers }: ServiceResponse, nowMs: number): number | null {
  const reset = Number(headers["x-limit-app-reset"]);
  return status === 429 && reset > 0 ? Math.max(0, Math.ceil(reset * 1_000) - nowMs) : null;
}

/** https://pushover.net/api */
export const pushover: HttpService<TargetOf<"pushover">> = {
  toRequest({ server, user, token, device }, message) {
    const { link } = messageLink(message);
    return jsonRequest(`${server}/1/messages.json`, {
      token,
      user,
      ...(device === null ? {} : { device }),
      title: truncateChars(message.title, maxTitleChars),
      message: messageText(message, { cut: (text) => truncateChars(text, maxMessageChars) }),
      // A longer URL would be refused with the whole message.
      ...(link === null || link.length > maxUrlChars ? {} : { url: link }),
      timestamp: Math.floor(Date.parse(message.createdAt) / 1_000),
    });
  },
  readError(response, nowMs) {
    const { errors } = jsonFields(response);
    const detail = Array.isArray(errors) ? errors.filter((each) => typeof each === "string").join("; ") : "";
    return { detail: detail === "" ? null : detail, retryAfterMs: resetMs(response, nowMs) };
  },
  actions: {
    refused: said.pushoverRefused,
    gone: said.checkAddress,
    rejected: said.pushoverRefused,
  },
};
