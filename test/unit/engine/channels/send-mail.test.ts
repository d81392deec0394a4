import { expect, it } from "vitest";
import { describeSmtpError } from "../../../../src/main/engine/channels/send-mail.js";

it.each([
  ["connect ECONNREFUSED 127.0.0.1:465", "The mail server refused the connection."],
  ["getaddrinfo ENOTFOUND smtp.shop.example", "There is no mail server of this name."],
  ["getaddrinfo EAI_AGAIN smtp.shop.example", "The mail server could not be reached."],
  ["Connection timeout", "The mail server could not be reached."],
  ["Greeting never received", "The mail server: Greeting never received."],
])("says in words why no mail server answered: %s", (message, sentence) => {
  const target = { kind: "email", host: "smtp.shop.example", port: 465, isTls: true, login: null } as const;
  expect(describeSmtpError({ message }, { ...target, from: "a@b.example", to: "a@b.example" })).toBe(
    sentence,
  );
});
