import { describe, expect, it } from "vitest";
import { parseChannelAddress } from "../../../../../src/main/engine/domain/channels/parse-address.js";
import {
  mailServerOf,
  needsKind,
  type ServiceValues,
  serviceForms,
} from "../../../../../src/renderer/features/settings/channel-services.js";
import type { ChannelKind } from "../../../../../src/shared/app/channels.js";

const bot = "123456789:AAEhBP0av28fAdQ8gZ6lZ0qKkzB0aB1c2d3";

describe("forms of the services", () => {
  it.each<[ChannelKind, ServiceValues, object]>([
    [
      "ntfy",
      { topic: "prices", server: "https://ntfy.sh" },
      { server: "https://ntfy.sh", authorization: null },
    ],
    [
      "ntfy",
      { topic: " prices ", server: "push.example/" },
      { server: "https://push.example", topic: "prices" },
    ],
    ["ntfy", { topic: "t", server: "http://nas.lan:80", token: "tk_a" }, { authorization: "Bearer tk_a" }],
    ["telegram", { botToken: bot, chat: " -1001 " }, { token: bot, chat: "-1001" }],
    [
      "email",
      { mail: "me@gmail.com", password: "a b:c@d/é" },
      {
        host: "smtp.gmail.com",
        port: 465,
        isTls: true,
        to: "me@gmail.com",
        login: { password: "a b:c@d/é" },
      },
    ],
    [
      "email",
      { mail: "me+x@icloud.com", password: "p", to: "you@shop.example" },
      { host: "smtp.mail.me.com", port: 587, isTls: false, from: "me+x@icloud.com", to: "you@shop.example" },
    ],
    [
      "email",
      { mail: "me@a.example", password: "p", mailServer: "mx.a.example:2465" },
      { port: 2465, isTls: true },
    ],
    ["pushover", { user: "u".repeat(30), appToken: "a".repeat(30) }, { token: "a".repeat(30) }],
    [
      "gotify",
      { server: "nas.lan:8080", token: "AbC&d" },
      { server: "https://nas.lan:8080", token: "AbC&d" },
    ],
    [
      "matrix",
      { server: "matrix.org", accessToken: "syt_a", room: "!r:matrix.org" },
      { token: "syt_a", room: "!r:matrix.org" },
    ],
    [
      "homeassistant",
      { url: "https://home.example/api/webhook/x" },
      { url: "https://home.example/api/webhook/x" },
    ],
  ])("make an address of %s that the engine reads: %o", (kind, values, target) => {
    const address = serviceForms[kind].toAddress(values);
    const read = parseChannelAddress(address, needsKind(address) ? kind : null);
    expect(read).toMatchObject({ kind, ...target });
  });

  it.each([
    ["telegram", { botToken: "wrong", chat: "1" }, "noTelegramToken"],
    ["pushover", { user: "wrong", appToken: "wrong" }, "wrongPushoverUser"],
    ["gotify", { server: "gotify.example", token: "Client" }, "gotifyClientToken"],
  ] as const)("say of %s which value is wrong", (kind, values, refusal) => {
    const address = serviceForms[kind].toAddress(values);
    const read = parseChannelAddress(address, needsKind(address) ? kind : null);
    expect(read).toMatchObject({ kind: "invalid", reason: { kind: refusal } });
  });

  it("begin with a topic that nobody guesses", () => {
    const topics = Array.from({ length: 20 }, () => serviceForms.ntfy.initial?.().topic);
    expect(new Set(topics).size).toBe(20);
    for (const topic of topics) expect(topic).toMatch(/^tidemark-[a-z0-9]{10}$/);
  });

  it.each([
    ["me@GMX.de", "mail.gmx.net:465"],
    ["me@yahoo.co.uk", "smtp.mail.yahoo.com:465"],
    ["me@house.example", "smtp.house.example:465"],
    ["me", ""],
  ])("know the mail server of %s", (mail, server) => {
    expect(mailServerOf(mail)).toBe(server);
  });
});
