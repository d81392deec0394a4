import type { ChannelKind } from "../../../../shared/app/channels.js";
import type { TargetOf } from "../../domain/channels/target.js";
import { apprise } from "./apprise.js";
import { discord } from "./discord.js";
import { gotify } from "./gotify.js";
import { json } from "./json.js";
import { ntfy } from "./ntfy.js";
import { pushover } from "./pushover.js";
import type { HttpService } from "./service.js";
import { slack } from "./slack.js";
import { telegram } from "./telegram.js";

export type HttpKind = Exclude<ChannelKind, "email">;

export const httpServices: { readonly [K in HttpKind]: HttpService<TargetOf<K>> } = {
  apprise,
  discord,
  gotify,
  json,
  ntfy,
  pushover,
  slack,
  telegram,
};
