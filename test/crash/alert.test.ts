import { rmSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { InboxEntry } from "../../src/shared/app/alerts.js";
import type { ChannelDelivery } from "../../src/shared/app/channels.js";
import { services, startService } from "../support/channel-services.js";
import { ensureBuilt } from "../support/cli.js";
import { moveClock } from "../support/clock.js";
import type { EngineProcess } from "../support/engine-process.js";
import { mailUser, startMailServer } from "../support/mail-server.js";
import { armKill, commitsSinceArmed } from "../support/process.js";
import { trustedCertificateFile } from "../support/tls.js";
import { until } from "../support/until.js";
import { copyWorld, finalInbox, prepare, startIn, type World } from "./market.js";

beforeAll(ensureBuilt);

/** What is left of the product's one alert, once nothing is waiting. */
async function finalState(engine: EngineProcess, world: World, productKey: string) {
  const entries = await finalInbox(engine, world, productKey);
  await until(async () => {
    const { channels } = await engine.call("channels.list", {});
    return channels.every(({ waiting }) => waiting === 0);
  });
  return { entries, deliveries: (await engine.call("channels.deliveries", {})).deliveries };
}

/** A mailbox, an ntfy server and a Gotify server, and an engine with a channel to each. */
async function setUp() {
  const mail = await startMailServer({ isTls: true });
  const ntfy = await startService("ntfy");
  const gotify = await startService("gotify");
  const login = `${encodeURIComponent(mailUser.name)}:${mailUser.password}`;
  const addresses = [
    { address: `smtps://${login}@127.0.0.1:${mail.port}/?to=you@mail.example` },
    { address: ntfy.address, kind: "ntfy" },
    { address: gotify.address },
  ] as const;
  const ids: number[] = [];
  const prepared = await prepare(async (engine) => {
    for (const each of addresses) ids.push((await engine.call("channels.save", each)).channel.id);
  });
  return { mail, ntfy, gotify, ids, prepared, env: { NODE_EXTRA_CA_CERTS: await trustedCertificateFile() } };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

/** Lets Gotify answer after the other outcomes are stored, so that some engine is killed while it waits for the answer. */
function answerLast({ gotify }: Setup, engine: EngineProcess): void {
  const areOthersStored = async () => {
    const { deliveries } = await engine.call("channels.deliveries", {});
    return deliveries.filter(({ status }) => status === "delivered").length >= 2;
  };
  gotify.answerWith(async (call) => {
    gotify.accepted.push(call);
    await until(areOthersStored).catch(() => undefined);
    return services.gotify.accepted;
  });
}

interface Crash {
  readonly isKilled: boolean;
  /** Whether the engine makes fewer commits than this one. */
  readonly isOver: boolean;
  /** The inbox and the deliveries after the next start. */
  readonly entries: readonly InboxEntry[];
  readonly deliveries: readonly ChannelDelivery[];
  /** The ids of the alerts that both engines have announced to the app. */
  readonly announced: readonly string[];
}

async function crashAt(n: number, when: "before" | "after", setup: Setup): Promise<Crash> {
  const { mail, ntfy, gotify, prepared, env } = setup;
  for (const received of [mail.received, ntfy.accepted, gotify.accepted]) received.length = 0;
  const world = copyWorld(prepared);
  const doomed = startIn(world, true, env);
  answerLast(setup, doomed);
  await doomed.ready();
  // Commits are counted from here on. The clock moves to after the price drop.
  armKill(world.killFile, `${n} ${when}`);
  moveClock(world.folder, prepared.offsetMs);
  const finished = await finalState(doomed, world, prepared.productKey).catch(() => null);
  const isOver = finished !== null && commitsSinceArmed(world.killFile) < n;
  if (finished === null) await doomed.exited;
  else await doomed.kill();
  rmSync(world.killFile, { force: true });
  const next = startIn(world, false, env);
  answerLast(setup, next);
  const final = await finalState(next, world, prepared.productKey);
  await next.kill();
  const announced = [...doomed.events, ...next.events].flatMap((event) =>
    event.kind === "inbox" ? [event.entry.event_id] : [],
  );
  return { isKilled: finished === null, isOver, ...final, announced };
}

/**
 * The inbox and each receiver have the alert once, except that an uncertain one to Gotify is reported instead of repeated.
 */
function expectOnce(
  { mail, ntfy, gotify, ids }: Setup,
  { entries, deliveries, announced }: Crash,
  moment: string,
) {
  expect(entries, moment).toMatchObject([
    { type: "price_drop", reason: expect.stringMatching(/^\$[\d.,]+ at sample-/) },
  ]);
  // An engine that is killed before it has marked an announcement repeats it, and the app drops the repeat.
  expect(new Set(announced), moment).toEqual(new Set(entries.map(({ event_id }) => event_id)));
  const [mailed, pushed, notified] = ids.map((id) =>
    deliveries.filter(({ channel_id }) => channel_id === id).map(({ status }) => status),
  );
  expect({ mailed, pushed }, moment).toEqual({ mailed: ["delivered"], pushed: ["delivered"] });
  expect(mail.mailbox(), moment).toHaveLength(1);
  // A later message with the same sequence id replaces the earlier one.
  expect(new Set(ntfy.accepted.map(({ body }) => body.sequence_id)).size, moment).toBe(1);
  expect(notified, moment).toHaveLength(1);
  expect(gotify.accepted.length, moment).toBeLessThanOrEqual(1);
  if (gotify.accepted.length === 0) expect(notified, moment).toEqual(["unconfirmed"]);
  return notified?.[0];
}

/**
 * The commits until the alert is in the inbox. Until then nothing leaves the engine, so that a kill before a commit leaves the
 * same as one after the commit before.
 */
const inboxCommits = 6;

describe("alerts after a crash", () => {
  it("a price drop is recorded once, announced, and reaches each channel once, whichever commit the engine is killed at", {
    timeout: 540_000,
  }, async () => {
    const setup = await setUp();
    const statuses: unknown[] = [];
    let kills = 0;
    for (let n = 1, isOver = false; !isOver; n++)
      for (const when of n > 1 && n < inboxCommits ? (["after"] as const) : (["before", "after"] as const)) {
        const crash = await crashAt(n, when, setup);
        kills += Number(crash.isKilled);
        isOver ||= crash.isOver;
        statuses.push(expectOnce(setup, crash, `killed ${when} commit ${n}`));
      }
    // Then a claim and an outcome for each of three channels.
    expect(kills).toBeGreaterThanOrEqual(16);
    expect(new Set(statuses)).toEqual(new Set(["delivered", "unconfirmed"]));
  });
});
