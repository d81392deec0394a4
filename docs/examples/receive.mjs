// Receives Tidemark's webhooks: SECRET=whsec_… PORT=8080 node receive.mjs (Node 18 or newer)
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { SECRET, PORT = "8080" } = process.env;
// The second one is sent for a day after the secret has been changed.
const signatureHeaders = ["x-service-signature", "x-service-signature-next"];
const toleranceSeconds = 300;
const seen = new Set();

/** Whether `body`, a Buffer of the raw bytes, was signed with the secret in the last five minutes. */
function isGenuine(header, body) {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (hex === undefined) return false;
  if (Math.abs(Date.now() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", SECRET).update(`${seconds}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(hex, "hex"));
}

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function receive(request) {
  const body = await readBody(request);
  if (!signatureHeaders.some((name) => isGenuine(request.headers[name], body))) return 400;
  const { id, event, data } = JSON.parse(body);
  // A delivery may arrive twice; its id stays the same.
  if (!seen.has(id)) console.log(event, data.product.title, data.price?.current ?? "");
  seen.add(id);
  return 204;
}

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
});
server.listen(Number(PORT), "127.0.0.1", () => console.log("listening on", server.address().port));
