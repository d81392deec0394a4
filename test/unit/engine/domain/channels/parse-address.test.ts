import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChannelAddress } from "../../../../../src/main/engine/domain/channels/parse-address.js";
import {
  type ChannelTarget,
  describeTarget,
  withoutSecrets,
} from "../../../../../src/main/engine/domain/channels/target.js";
import type { ChannelKind } from "../../../../../src/shared/app/channels.js";

const user = "uQiRzpo4DXghDmr9QzzfQu27cmVRsG";
const token = "azGDORePK8gMaC0QOYAMyEEuzJnyUi";
const bot = "123456789:AAEhBP0av28fAdQ8gZ6lZ0qKkzB0aB1c2d3";
const hook = "11oKpNkqPzT2b0LQ9dYwVX3s_-abcdefghijklmnopqrstuvwxyz0123456789ABCD";

describe("addresses of channels", () => {
  const ntfy = { kind: "ntfy", server: "https://ntfy.sh", topic: "tidemark-9f", authorization: null };
  const pushover = { kind: "pushover", server: "https://api.pushover.net", user, token, device: null };
  const telegram = { kind: "telegram", server: "https://api.telegram.org", token: bot, chat: "987654" };
  const discord = { kind: "discord", url: `https://discord.com/api/webhooks/112233445566778899/${hook}` };
  const slackUrl = "https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/abcdefghijklmnopqrstuvwx";
  const slack = { kind: "slack", url: slackUrl };

  it.each<[string, ChannelKind | null, object]>([
    ["https://ntfy.sh/tidemark-9f", null, ntfy],
    ["  ntfy://tidemark-9f \n", null, ntfy],
    ["ntfys://tidemark-9f", null, ntfy],
    ["ntfy://ntfy.sh/tidemark-9f", null, ntfy],
    ["ntfy://nas.lan:8080/MyTopic", null, { ...ntfy, server: "http://nas.lan:8080", topic: "MyTopic" }],
    ["https://push.example/prices", "ntfy", { ...ntfy, server: "https://push.example", topic: "prices" }],
    ["ntfys://tk_abc@push.example/t", null, { topic: "t", authorization: "Bearer tk_abc" }],
    ["https://:tk_abc@ntfy.sh/t", null, { topic: "t", authorization: "Bearer tk_abc" }],
    ["https://me:p%40ss@ntfy.sh/t", null, { authorization: `Basic ${btoa("me:p@ss")}` }],
    [
      "https://gotify.example/message?token=AbCdEf123456789",
      null,
      { kind: "gotify", server: "https://gotify.example", token: "AbCdEf123456789" },
    ],
    [
      "http://nas.lan/gotify/message?token=AbCdEf123456789",
      null,
      { kind: "gotify", server: "http://nas.lan/gotify", token: "AbCdEf123456789" },
    ],
    ["gotifys://nas.lan:8443/sub/AbC", null, { server: "https://nas.lan:8443/sub", token: "AbC" }],
    [
      "matrixs://syt_ab@chat.example:8448/!prices:home.example",
      null,
      { kind: "matrix", server: "https://chat.example:8448", token: "syt_ab", room: "!prices:home.example" },
    ],
    ["matrix://syt_ab@nas.lan/%21abc", null, { server: "http://nas.lan", room: "!abc" }],
    [
      "https://home.example/api/webhook/prices",
      null,
      { kind: "homeassistant", url: "https://home.example/api/webhook/prices" },
    ],
    ["https://gotify.example/?token=AbC", "gotify", { server: "https://gotify.example", token: "AbC" }],
    [`pover://${user}@${token}`, null, pushover],
    [`pover://${user}@${token}/phone/`, null, { ...pushover, device: "phone" }],
    [`${user} ${token}`, null, pushover],
    [`${token}\n${user}`, null, pushover],
    [`https://api.pushover.net/1/messages.json?token=${token}&user=${user}`, null, pushover],
    [`tgram://${bot}/987654/`, null, telegram],
    [`${bot} 987654`, null, telegram],
    [`${bot} -1001234567890`, null, { ...telegram, chat: "-1001234567890" }],
    [`${bot}, @deals_channel`, null, { ...telegram, chat: "@deals_channel" }],
    [`https://api.telegram.org/bot${bot}/sendMessage?chat_id=987654`, null, telegram],
    [discord.url, null, discord],
    [discord.url.replace("discord.com", "discordapp.com"), null, { kind: "discord" }],
    [`discord://112233445566778899/${hook}`, null, discord],
    [`${discord.url}?thread_id=123456789`, null, { url: `${discord.url}?thread_id=123456789` }],
    [slackUrl, null, slack],
    ["slack://T0AAAAAAA/B0BBBBBBB/abcdefghijklmnopqrstuvwx", null, slack],
    ["https://chat.example/hooks/abc", "slack", { kind: "slack", url: "https://chat.example/hooks/abc" }],
    [
      "smtps://me%40mail.example:s3%3Acret@smtp.mail.example/?to=you+deals@mail.example",
      null,
      {
        kind: "email",
        host: "smtp.mail.example",
        port: 465,
        isTls: true,
        login: { user: "me@mail.example", password: "s3:cret" },
        from: "me@mail.example",
        to: "you+deals@mail.example",
      },
    ],
    [
      "smtp://127.0.0.1:2525/?to=a@b.example&from=c@d.example",
      null,
      { port: 2525, isTls: false, login: null, from: "c@d.example", to: "a@b.example" },
    ],
    ["smtp://me@mail.example:pw@mail.example", null, { port: 587, to: "me@mail.example" }],
    [
      "apprise://nas.lan:8000/notify/home",
      null,
      { kind: "apprise", server: "http://nas.lan:8000", key: "home" },
    ],
    ["apprises://a.example/home", null, { server: "https://a.example", key: "home" }],
    ["https://a.example/apprise/notify/home", null, { server: "https://a.example/apprise", key: "home" }],
    ["https://me.example/hook?x=1", null, { kind: "json", url: "https://me.example/hook?x=1" }],
    ["jsons://me:pw@me.example/hook", null, { kind: "json", url: "https://me:pw@me.example/hook" }],
    ["https://me:50%off@me.example/hook", null, { kind: "json", url: "https://me:50%25off@me.example/hook" }],
    ["https://a.example/notify/home", "json", { kind: "json", url: "https://a.example/notify/home" }],
  ])("recognises %s (%s)", (address, kind, expected) => {
    expect(parseChannelAddress(address, kind)).toMatchObject(expected);
  });

  it.each<[string, ChannelKind | null, RegExp]>([
    ["", null, /neither a URL nor a token/],
    ["hello", null, /neither a URL nor a token/],
    ["ftp://host/path", null, /neither a URL nor a token/],
    ["https://ntfy.sh/", null, /lacks the topic/],
    ["https://ntfy.sh/two/parts", null, /does not end in a topic/],
    ["https://gotify.example/message", "gotify", /lacks the token of a Gotify application/],
    ["https://gotify.example/message?token=", null, /lacks the token of a Gotify application/],
    ["gotifys://nas.lan/CliEntToken", null, /token of a Gotify client/],
    [user, null, /lacks the API token/],
    [`pover://${token}`, null, /lacks Pushover's user key/],
    [`pover://${user}@short`, null, /API token is not one of Pushover's/],
    [bot, null, /lacks the chat id/],
    ["tgram://123:short/1", null, /lacks the token of a Telegram bot/],
    [`${bot} my chat`, null, /neither a URL nor a token/],
    [`${bot} chat`, null, /chat id is neither/],
    ["https://discord.com/channels/1/2", null, /id is missing/],
    ["https://discord.com/api/webhooks/112233445566778899", null, /token is missing/],
    ["https://hooks.slack.com/services/T0/B0", null, /lacks one of the three parts/],
    ["https://hooks.slack.com/workflows/T0/A0/1/2", null, /not the URL of an incoming webhook/],
    ["https://app.slack.com/client/T0", null, /not the URL of an incoming webhook/],
    ["mailto://me:pw@mail.example", null, /lacks the mail server/],
    ["smtps://me:pw@mail.example", null, /lacks the recipient/],
    ["smtps://me:pw@mail.example/?to=a@b.example", null, /lacks the sender/],
    ["smtps://me@mail.example/?to=a@b.example", null, /lacks the password/],
    ["smtps://me@a.example:pw@mail.example/?to=a@b.example,c@d.example", null, /is not a mail address/],
    ["https://a.example/notify/", "apprise", /lacks the key/],
    ["https://a b.example/", null, /not a valid URL/],
    ["ntfy://topic", "gotify", /not one of the kind/],
  ])("says what is wrong with %s (%s)", (address, kind, message) => {
    const parsed = parseChannelAddress(address, kind);
    expect(parsed).toMatchObject({ kind: "invalid", message: expect.stringMatching(message) });
    expect(parsed).toHaveProperty("action", expect.stringMatching(/\.$/));
  });

  it("never throws, and never accepts what has no form of a service", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(null, "ntfy", "email", "telegram", "slack"), (text, kind) => {
        const parsed = parseChannelAddress(text, kind as ChannelKind | null);
        if (parsed.kind === "invalid") expect(parsed.message).not.toBe("");
        else expect(describeTarget(parsed)).not.toBe("");
      }),
    );
  });
});

it.each([
  "https://me:p%40ss-word@ntfy.sh/tidemark-9f",
  "gotifys://nas.lan/AbCdEf123456789",
  `pover://${user}@${token}`,
  `${bot} 987654`,
  `discord://112233445566778899/${hook}`,
  "slack://T0AAAAAAA/B0BBBBBBB/abcdefghijklmnopqrstuvwx",
  "smtps://me:s3cret-word@smtp.mail.example/?to=you@mail.example&from=me@mail.example",
  "apprises://a.example/home-of-mine",
  "https://me:pass-word@me.example/hook/7f3d9a?key=k1l2m3",
])("neither the description nor an echoed text contains the secrets of %s", (address) => {
  const target = parseChannelAddress(address, null) as ChannelTarget;
  const secrets = [
    "p@ss-word",
    "tidemark-9f",
    "AbCdEf123456789",
    user,
    token,
    bot,
    bot.split(":")[1] ?? "",
    hook,
    "abcdefghijklmnopqrstuvwx",
    "s3cret-word",
    "home-of-mine",
    "pass-word",
    "hook/7f3d9a",
    "k1l2m3",
  ];
  const echo = withoutSecrets(`400: ${JSON.stringify(target)}`, target);
  for (const secret of secrets) {
    expect(describeTarget(target)).not.toContain(secret);
    expect(echo).not.toContain(secret);
  }
});
