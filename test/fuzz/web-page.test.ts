import fc from "fast-check";
import { expect, it } from "vitest";
import { exchangeBytes } from "../support/network.js";
import { openTestPage } from "../support/web-page.js";
import { anyEdit, editText } from "./inputs/edits.js";
import { checkCases } from "./support/check-cases.js";

const headers = "Host: HOST\r\nOrigin: http://HOST\r\nConnection: close\r\n";
const json = `${headers}Content-Type: application/json\r\n`;
const requests = [
  `GET /web/session HTTP/1.1\r\n${headers}Cookie: tidemark=${"a".repeat(43)}\r\n\r\n`,
  `POST /web/pair HTTP/1.1\r\n${json}Content-Length: 31\r\n\r\n{"code":"000000","name":"Phone"}`,
  `POST /app/v1/watch.list HTTP/1.1\r\n${json}X-Tidemark-Token: x\r\nContent-Length: 2\r\n\r\n{}`,
  `GET /app/v1/events HTTP/1.1\r\n${headers}\r\n`,
  `GET /pictures/https%3A%2F%2Fimg.invalid%2Fa.png HTTP/1.1\r\n${headers}\r\n`,
  `GET /v1/usage HTTP/1.1\r\n${headers}Accept: text/html\r\n\r\n`,
  `GET /assets/../../secret.json HTTP/1.1\r\n${headers}\r\n`,
];
// biome-ignore format: one per line would fill a page
const tokens = [
  "\r\n", "\u0000", "%00", "%2e%2e%2f", "..%5c", "//", "http://[", "http://evil.example/", "evil.example", "[::1]", "0x7f.1",
  "Origin: null\r\n", "Host: evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n", "Cookie: tidemark=;;=\r\n", "=", ";",
  "HEAD", "OPTIONS", "CONNECT", "Transfer-Encoding: chunked\r\n", "Content-Length: 99999999999\r\n", "x".repeat(40_000),
];
const token = fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 6 }));
const cases = fc.record({
  request: fc.constantFrom(...requests),
  edits: fc.array(anyEdit(token), { maxLength: 5 }),
});

it("odd bytes on the page's port open nothing without a cookie, and break nothing", async () => {
  const errors: unknown[] = [];
  const log = { info: () => undefined, error: (...error: unknown[]) => void errors.push(error) };
  const page = await openTestPage({ log });
  await page.startPairing();
  const { host, port } = new URL(page.origin);
  const property = fc.asyncProperty(cases, async ({ request, edits }) => {
    const bytes = editText(request, edits).replaceAll("HOST", host);
    const reply = await exchangeBytes(Number(port), bytes).catch(() => "");
    expect(reply).not.toMatch(/^HTTP\/1\.1 5\d\d/m);
    expect(reply).not.toContain('"secret"');
    // Only the page's files are for everyone.
    if (/^HTTP\/1\.1 200/m.test(reply)) expect(reply).not.toMatch(/application\/json|event-stream/);
  });
  await checkCases(property, { cases: 1_000, parallel: 4 });
  expect(errors).toEqual([]);
});
