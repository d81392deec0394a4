import { escapeHtml } from "../../../shared/escape-html.js";
import {
  type AlertMessage,
  type MessageAlert,
  messageLines,
  messageLink,
} from "../domain/channels/message.js";
import type { TargetOf } from "../domain/channels/target.js";

function linkedTitle({ title, link }: MessageAlert): string {
  const text = escapeHtml(title);
  return link === null ? `<b>${text}</b>` : `<a href="${escapeHtml(link)}">${text}</a>`;
}

function htmlBody(message: AlertMessage): string {
  const { link, image } = messageLink(message);
  const lines = messageLines(message, { writeTitle: linkedTitle, writeText: escapeHtml }).map(
    (line) => `<p>${line}</p>`,
  );
  const picture = image === null ? "" : `<p><img src="${escapeHtml(image)}" alt="" width="160"></p>`;
  const anchor = link === null ? "" : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`;
  return `<!doctype html><html lang="${message.language}"><body>${lines.join("")}${picture}${anchor}</body></html>`;
}

function textBody(message: AlertMessage): string {
  const links = message.alerts.flatMap(({ link }) => (link === null ? [] : [link]));
  return [...messageLines(message), "", ...links].join("\n");
}

/** The fields of an email. A repeated message has the same Message-ID, by which mailboxes recognise it. */
export function composeMail(message: AlertMessage, { from, to }: TargetOf<"email">) {
  const domain = from.slice(from.indexOf("@") + 1);
  return {
    from: { name: "Tidemark", address: from },
    to,
    subject: message.title,
    text: textBody(message),
    html: htmlBody(message),
    messageId: `<${message.id}@${domain}>`,
    date: new Date(message.createdAt),
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
