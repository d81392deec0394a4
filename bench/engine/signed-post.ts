import { type Agent, request } from "node:https";
import { serializeDelivery } from "../../src/main/engine/operations/webhooks/record-attempt.js";
import { signatureHeader, signatureHeaders } from "../../src/main/engine/webhooks/signature.js";

export const benchSecret = "whsec_bench";

const data = {
  product: {
    service: "product/bench/1",
    title: "A product whose price has fallen",
    image: "https://shop.example/images/product.jpg",
    url: "https://shop.example/product",
  },
  retailer: "shop.example",
  price: { current: 79.99, previous: 99.99, currency: "USD" },
  availability: { current: "in", previous: "in" },
} as const;

/** An event of typical size. */
export function createBenchEvent(i: number, accountId = 1) {
  return { id: `evt_${i}`, accountId, type: "price_drop", data, createdMs: 0 } as const;
}

/** A minimal delivery: signs and sends an event and reads the response. Rejects if the receiver refuses it. */
export function postBenchEvent(
  url: string,
  i: number,
  atMs: number,
  options: { readonly agent: Agent; readonly ca: string },
): Promise<void> {
  const event = createBenchEvent(i);
  const body = Buffer.from(serializeDelivery(event, 1, atMs));
  return new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": body.length,
      [signatureHeaders.eventId]: event.id,
      [signatureHeaders.attempt]: "1",
      [signatureHeaders.signature]: signatureHeader(benchSecret, Math.floor(atMs / 1_000), body),
    };
    const sent = request(url, { method: "POST", headers, ...options }, (response) => {
      response.resume();
      response.on("end", () => {
        if (response.statusCode === 200 || response.statusCode === 204) resolve();
        else reject(new Error(`The receiver responded with ${response.statusCode}.`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
