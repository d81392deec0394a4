import { z } from "zod";
import { reopenPrivate } from "../../db/intake/link.js";
import { readSetting, saveSetting } from "../../db/setting.js";
import { type ReadDb, type WriteDb, writeDurably } from "../../db/store.js";
import type { Operation, RequestContext } from "../request/context.js";
import { refuse } from "../request/contract-error.js";

const settingKey = "pages.allowed_hosts";
const storedHostsSchema = z.array(z.string()).catch([]);
/** A host name or address with an optional port, as in a URL. */
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::\d{1,5})?$/i;

/** Private hosts that the user has allowed, as `host` or `host:port`. */
export function allowedHosts(db: ReadDb): readonly string[] {
  const text = readSetting(db, settingKey);
  return text === null ? [] : storedHostsSchema.parse(JSON.parse(text));
}

export function saveAllowedHosts(tx: WriteDb, hosts: readonly string[]): void {
  saveSetting(tx, settingKey, JSON.stringify(hosts));
}

export const allowHost: Operation<"pages.allow", Pick<RequestContext, "db" | "clock" | "effects">> = (
  { db, clock, effects },
  { host, is_allowed },
) => {
  const name = host.trim().toLowerCase();
  if (!hostPattern.test(name)) throw refuse("notAHost", host);
  const allowed = writeDurably(db, (tx) => {
    const others = allowedHosts(tx).filter((each) => each !== name);
    const hosts = is_allowed ? [...others, name] : others;
    saveAllowedHosts(tx, hosts);
    if (is_allowed) reopenPrivate(tx, clock.now());
    return { hosts };
  });
  effects.wakeWorker("links");
  return allowed;
};
