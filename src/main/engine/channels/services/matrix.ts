import { escapeHtml } from "../../../../shared/escape-html.js";
import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import {
  type AlertMessage,
  type MessageAlert,
  messageLink,
  messageText,
} from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonFields, jsonRequest, linkedText, secondsToMs, textOrNull } from "./service.js";

function htmlText(message: AlertMessage): string {
  const title = `<b>${linkedText(message.title, messageLink(message).link)}</b>`;
  const writeTitle = (alert: MessageAlert) => linkedText(alert.title, alert.link);
  return [title, ...messageText(message, { writeTitle, writeText: escapeHtml }).split("\n")].join("<br>");
}

/** https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid */
export const matrix: HttpService<TargetOf<"matrix">> = {
  toRequest({ server, token, room }, message) {
    // The server sends a message with the id of an earlier one no second time.
    const path = `rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(message.id)}`;
    const { link } = messageLink(message);
    const content = {
      msgtype: "m.text",
      body: [message.title, messageText(message), ...(link === null ? [] : [link])].join("\n"),
      format: "org.matrix.custom.html",
      formatted_body: htmlText(message),
    };
    const url = `${server}/_matrix/client/v3/${path}`;
    return { ...jsonRequest(url, content, { Authorization: `Bearer ${token}` }), method: "PUT" };
  },
  readError(response) {
    const { error, retry_after_ms: pauseMs } = jsonFields(response);
    const retryAfterMs = typeof pauseMs === "number" ? secondsToMs(pauseMs / 1_000) : null;
    return { detail: textOrNull(error), retryAfterMs };
  },
  actions: {
    refused: said.matrixRefused,
    gone: said.matrixGone,
    rejected: said.matrixRejected,
  },
};
