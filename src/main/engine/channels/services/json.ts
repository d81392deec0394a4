import { deliveryProblems as said } from "../../../../shared/texts/en/delivery-problems.js";
import { messageText } from "../../domain/channels/message.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { type HttpService, jsonRequest, readErrorField } from "./service.js";

/** Tidemark's own form, described in docs/channels.md. */
export const json: HttpService<TargetOf<"json">> = {
  toRequest({ url }, message) {
    const { id, language, isTest, title, alerts, unlisted, describeMore } = message;
    const target = new URL(url);
    const { username, password } = target;
    target.username = "";
    target.password = "";
    const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
    return jsonRequest(
      target.href,
      {
        id,
        is_test: isTest,
        language,
        title,
        text: messageText(message),
        more: unlisted === 0 ? null : describeMore(unlisted),
        alerts: alerts.map((alert) => ({
          id: alert.id,
          product_key: alert.productKey,
          title: alert.title,
          text: alert.text,
          price: alert.price,
          retailer: alert.retailer,
          url: alert.link,
          image: alert.image,
          received_at: alert.receivedAt,
        })),
      },
      {
        "Idempotency-Key": id,
        ...(username === "" ? {} : { Authorization: `Basic ${basic.toString("base64")}` }),
      },
    );
  },
  readError: readErrorField("error", "message"),
  actions: {
    refused: said.receiverRefused,
    gone: said.receiverGone,
    rejected: said.receiverRejected,
  },
};

/** A webhook of an automation, whose template has the fields of the JSON as `trigger.json`. */
export const homeAssistant: HttpService<TargetOf<"homeassistant">> = {
  toRequest: ({ url }, message) => json.toRequest({ kind: "json", url }, message),
  readError: json.readError,
  actions: {
    refused: said.homeAssistantRefused,
    gone: said.homeAssistantGone,
    rejected: said.homeAssistantRejected,
  },
};
