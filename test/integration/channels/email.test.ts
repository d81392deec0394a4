import { describe, expect, it } from "vitest";
import { connectionOptions } from "../../../src/main/engine/channels/send-mail.js";
import { MINUTE_MS } from "../../../src/shared/time.js";
import type { TestEngine } from "../../support/engine.js";
import { type MailServer, mailUser, startMailServer } from "../../support/mail-server.js";
import { closedAddress } from "../../support/network.js";
import { makeCertificate } from "../../support/tls.js";
import { until, untilPasses } from "../../support/until.js";
import { addChannel, groupingMs, openEngine, raiseAlert, readDeliveries } from "./market.js";

function addressOf(
  { port }: MailServer,
  { scheme = "smtp", password = mailUser.password, to = "you@mail.example" } = {},
) {
  const login = `${encodeURIComponent(mailUser.name)}:${encodeURIComponent(password)}`;
  return `${scheme}://${login}@127.0.0.1:${port}/?to=${to}`;
}

async function alertByMail(engine: TestEngine, address: string): Promise<number> {
  const id = await addChannel(engine, { address });
  raiseAlert(engine);
  engine.clock.advance(groupingMs);
  await until(async () => {
    const [delivery] = await readDeliveries(engine, id);
    return delivery !== undefined && (delivery.status !== "waiting" || delivery.error !== null);
  });
  return id;
}

describe("a channel to a mailbox", () => {
  it.each([
    ["TLS from the start", "smtps", true],
    ["STARTTLS", "smtp", false],
  ])("delivers over %s, to a server whose certificate is trusted", async (_what, scheme, isTls) => {
    const engine = await openEngine();
    const server = await startMailServer({ isTls });
    await alertByMail(engine, addressOf(server, { scheme }));
    expect(await readDeliveries(engine)).toMatchObject([{ status: "delivered", error: null }]);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: mailUser.name, to: ["you@mail.example"], isEncrypted: true });
    expect(mail?.messageId).toMatch(/^<msg_\w{24}@mail\.example>$/);
    expect(mail?.text).toMatch(/^Subject: Lamp \d+\r$/m);
    expect(mail?.text).toMatch(/^From: Tidemark <me@mail\.example>\r$/m);
    expect(mail?.text).toMatch(/https:\/\/shop\.example\/\d+/);
  });

  it("sends a test in the channel's language", async () => {
    const engine = await openEngine();
    const server = await startMailServer({ isTls: true });
    const id = await addChannel(engine, { address: addressOf(server, { scheme: "smtps" }), language: "de" });
    expect(await engine.data("channels.test", { id })).toMatchObject({ delivered: true });
    expect(server.received[0]?.text).toContain("79,99");
  });

  it("does not log in where the certificate is not trusted", async () => {
    const engine = await openEngine();
    for (const isTls of [true, false]) {
      const server = await startMailServer({ isTls, ...(await makeCertificate()) });
      const id = await addChannel(engine, {
        address: addressOf(server, { scheme: isTls ? "smtps" : "smtp" }),
      });
      expect(await engine.data("channels.test", { id })).toMatchObject({
        delivered: false,
        error: expect.stringMatching(/self-signed|encryption/),
      });
      expect(server.received).toEqual([]);
    }
  });

  it("requires encryption unless the server is on this computer", () => {
    const target = { kind: "email", port: 587, login: null, from: "a@b.example", to: "a@b.example" } as const;
    const options = (host: string, isTls: boolean) => connectionOptions({ ...target, host, isTls });
    expect(options("mail.example", false)).toMatchObject({ secure: false, requireTLS: true });
    expect(options("192.168.1.5", false)).toMatchObject({ secure: false, requireTLS: true });
    expect(options("mail.example", true)).toMatchObject({ secure: true });
    for (const host of ["localhost", "127.0.0.1", "::1"])
      expect(options(host, false)).toMatchObject({ requireTLS: false });
  });

  it("uses a mail server on this computer that knows neither encryption nor passwords", async () => {
    const engine = await openEngine();
    const server = await startMailServer({ disabledCommands: ["STARTTLS", "AUTH"], authOptional: true });
    const address = `smtp://127.0.0.1:${server.port}/?to=you@mail.example&from=me@mail.example`;
    await alertByMail(engine, address);
    expect(server.received).toMatchObject([{ isEncrypted: false }]);
  });

  it("ends a message with the next step if the password is wrong, without showing it", async () => {
    const engine = await openEngine();
    const server = await startMailServer({ isTls: true });
    await alertByMail(engine, addressOf(server, { scheme: "smtps", password: "wrong-word" }));
    const [delivery] = await readDeliveries(engine);
    expect(delivery).toMatchObject({
      status: "failed",
      error: expect.stringContaining("Authentication failed for …"),
      action: expect.stringContaining("password"),
    });
    expect(JSON.stringify(delivery)).not.toContain("wrong-word");
  });

  it("tries again after a server has asked to wait, and delivers once", async () => {
    const engine = await openEngine();
    const server = await startMailServer({ isTls: true });
    server.refuseWith({ code: 451, text: "4.7.1 Greylisted, please try again later" });
    const id = await alertByMail(engine, addressOf(server, { scheme: "smtps" }));
    expect(await readDeliveries(engine, id)).toMatchObject([
      { status: "waiting", error: expect.stringContaining("Greylisted") },
    ]);
    server.refuseWith(null);
    engine.clock.advance(MINUTE_MS);
    await untilPasses(async () =>
      expect(await readDeliveries(engine, id)).toMatchObject([{ status: "delivered", attempts: 2 }]),
    );
    expect(server.received).toHaveLength(1);
  });

  it("ends a message to a recipient that does not exist", async () => {
    const engine = await openEngine();
    const server = await startMailServer({ isTls: true });
    server.refuseWith({ code: 550, text: "5.1.1 No such user here" });
    await alertByMail(engine, addressOf(server, { scheme: "smtps" }));
    expect(await readDeliveries(engine)).toMatchObject([
      {
        status: "failed",
        error: "The mail server: 550 5.1.1 No such user here.",
        action: "Check the sender and the recipient.",
      },
    ]);
  });

  it("ends a message that is too large for the server", async () => {
    const engine = await openEngine();
    const server = await startMailServer({ isTls: true, size: 100 });
    await alertByMail(engine, addressOf(server, { scheme: "smtps" }));
    expect(await readDeliveries(engine)).toMatchObject([
      { status: "failed", action: "The mailbox is full, or the message is too large for it." },
    ]);
  });

  it("tries again while no server answers", async () => {
    const engine = await openEngine();
    await alertByMail(engine, `smtps://me@mail.example:pw@${closedAddress}/?to=you@mail.example`);
    expect(await readDeliveries(engine)).toMatchObject([
      {
        status: "waiting",
        error: "The mail server refused the connection.",
        action: "Check the name and the port of the outgoing mail server.",
      },
    ]);
  });
});
