import { describe, expect, it } from "vitest";
import { composeMail } from "../../../../src/main/engine/channels/mail.js";
import { discord } from "../../../../src/main/engine/channels/services/discord.js";
import { slack } from "../../../../src/main/engine/channels/services/slack.js";
import { telegram } from "../../../../src/main/engine/channels/services/telegram.js";
import { composeMessage } from "../../../../src/main/engine/domain/channels/message.js";
import { alertWords } from "../../../../src/shared/texts/alert-words.js";
import { readerOf } from "../../../../src/shared/texts/language.js";
import { createInboxEntry as entry } from "../../../support/inbox-entry.js";

const title = "<b>L</b> <!here> @here [a](//b)";

/** Two alerts about products with markup in their titles and reasons, one of them with a link too long for a message. */
function message() {
  const alert = (id: number) => {
    const each = entry(id);
    const product = {
      ...each.data.product,
      title,
      url: `https://shop.example/1?a=1&b=${"2".repeat(id === 1 ? 1 : 3_000)}`,
    };
    return { ...each, reason: title, data: { ...each.data, product } };
  };
  const words = alertWords(readerOf("en", []), (host) => host);
  return composeMessage([alert(1), alert(2)], { id: "msg_1", createdMs: 0, language: "en", words });
}

describe("the markup in a product's title or an alert's reason", () => {
  it("is text in Telegram's HTML", () => {
    const target = {
      kind: "telegram",
      server: "https://api.telegram.example",
      token: "t",
      chat: "1",
    } as const;
    const { text } = JSON.parse(telegram.toRequest(target, message()).body) as { text: string };
    expect(text).toContain("&lt;b&gt;L&lt;/b&gt; &lt;!here&gt;");
    expect(text).not.toContain("<!here>");
  });

  it("formats and mentions nothing in Discord's Markdown", () => {
    const target = { kind: "discord", url: "https://discord.example/api/webhooks/1/t" } as const;
    const body = JSON.parse(discord.toRequest(target, message()).body) as {
      embeds: [{ description: string }];
      allowed_mentions: unknown;
    };
    expect(body.embeds[0].description).toContain("\\<!here\\> \\@here \\[a\\](//b)");
    expect(body.embeds[0].description).not.toMatch(/(?<!\\)[<@]here/);
    expect(body.allowed_mentions).toEqual({ parse: [] });
  });

  it("mentions nobody in Slack", () => {
    const target = { kind: "slack", url: "https://hooks.slack.example/services/T/B/x" } as const;
    const { body } = slack.toRequest(target, message());
    expect(body).toContain("&lt;!here&gt;");
    expect(body).not.toContain("<!here>");
    const one = { ...message(), title };
    expect(slack.toRequest(target, one).body).not.toContain("<!here>");
  });

  it("is text in the HTML of an email", () => {
    const target = { kind: "email", from: "a@mail.example", to: "b@mail.example" } as never;
    const { html } = composeMail(message(), target);
    expect(html).toContain("&lt;b&gt;L&lt;/b&gt;");
    expect(html).not.toContain("<b>L</b>");
  });
});
