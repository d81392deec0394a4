import type { TargetOf } from "../../domain/channels/target.js";
import { json } from "./json.js";
import type { HttpService } from "./service.js";

/** A webhook of an automation, whose template has the fields of the JSON as `trigger.json`. */
export const homeAssistant: HttpService<TargetOf<"homeassistant">> = {
  toRequest: ({ url }, message) => json.toRequest({ kind: "json", url }, message),
  readError: json.readError,
  actions: {
    refused: "Allow the webhook for other computers in the automation's trigger.",
    gone: "Check the address: Home Assistant has no such path.",
    rejected: "Allow POST in the automation's trigger, and look at Home Assistant's log.",
  },
};
