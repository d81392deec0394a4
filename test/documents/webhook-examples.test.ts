import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { eventEnvelope } from "../../src/shared/contract/webhook.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { parseBlocks, projectRoot, readPage } from "../support/documents/pages.js";
import { openTestEngine } from "../support/engine.js";
import { openReceiver, type ReceivedDelivery } from "../support/receiver.js";

interface Example {
  readonly language: string;
  readonly file: string;
  readonly program: string;
  /** Why it cannot run here, or null if it can. */
  readonly missing: string | null;
}

function missingReason(program: string, version: RegExp): string | null {
  const { stdout, stderr } = spawnSync(program, ["--version"], { encoding: "utf8" });
  return version.test(`${stdout ?? ""}${stderr ?? ""}`) ? null : `no recent ${program} is installed`;
}

const examples: Example[] = [
  { language: "js", file: "receive.mjs", program: process.execPath, missing: null },
  {
    language: "python",
    file: "receive.py",
    program: "python3",
    missing: missingReason("python3", /Python 3\.(?:[89]|\d\d)/),
  },
  {
    language: "java",
    file: "Receive.java",
    program: "java",
    missing: missingReason("java", /^(?:openjdk|java) (?:1[7-9]|[2-9]\d)\b/),
  },
];

const examplePath = (file: string) => join(projectRoot, "docs", "examples", file);

interface Delivery {
  readonly sent: ReceivedDelivery;
  readonly secret: string;
}

/** A price drop as delivered by an engine whose clock starts at `startIso`, after a change of the webhook's secret. */
async function genuineDelivery(startIso: string): Promise<Delivery & { readonly newSecret: string }> {
  const engine = await openTestEngine({ startIso });
  const receiver = await openReceiver();
  const line = (price: number) => ({
    type: "product" as const,
    service: "product/test/kettle",
    title: "Théière “Northlight” 1,7 l",
    offers: [
      {
        id: "kettle",
        retailer: "shop.example",
        price,
        currency: "USD",
        availability: "in" as const,
        URL: "https://shop.example/kettle",
        timestamp: new Date(engine.clock.now()).toISOString(),
      },
    ],
  });
  await engine.import([line(40)]);
  await engine.request("PUT", "/products/scheduled?ids=product/test/kettle&schedule=daily");
  const created = await engine.request("POST", "/webhooks", { url: receiver.url, events: ["price_drop"] });
  const { id, secret } = (created.body as { webhook: { id: string; secret: string } }).webhook;
  const rotated = await engine.call("webhooks.rotate", { webhook_id: id });
  engine.clock.advance(60_000);
  await engine.import([line(30)]);
  const [sent] = await receiver.waitFor(1);
  if (sent === undefined) throw new Error("No delivery arrived.");
  return { sent, secret, newSecret: rotated.ok ? rotated.data.secret : "" };
}

/** Starts an example; `post` resolves to the status of its response. */
async function startExample({ program, file }: Example, secret: string) {
  const child = spawn(program, [examplePath(file)], {
    // Java prints in the system's encoding.
    env: { ...process.env, LC_ALL: "C.UTF-8", SECRET: secret, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  const listening = new Promise<string>((done) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const port = /^listening on (\d+)$/m.exec(output)?.[1];
      if (port !== undefined) done(port);
    });
  });
  const ended = once(child, "close").then(() => Promise.reject(new Error(`${file} ended: ${output}`)));
  ended.catch(() => undefined);
  const port = await Promise.race([listening, ended]);
  return {
    output: () => output,
    post: async (
      { headers, text }: Pick<ReceivedDelivery, "headers" | "text">,
      body: string | ReadableStream = text,
    ): Promise<number> => {
      const signatureHeaders = Object.entries(headers).filter(([name]) => name.startsWith("x-service-"));
      const answer = await fetch(`http://127.0.0.1:${port}/`, {
        method: "POST",
        headers: Object.fromEntries(signatureHeaders) as Record<string, string>,
        body,
        // Streams need it; the types do not know it.
        ...{ duplex: "half" },
      });
      return answer.status;
    },
  };
}

it("the delivery shown in docs/webhooks.md has the same fields as a real one", async () => {
  const [shown] = parseBlocks(readPage("docs/webhooks.md")).filter(({ language }) => language === "json");
  const envelope = eventEnvelope.strict().parse(JSON.parse(shown?.text ?? ""));
  const { sent } = await genuineDelivery(new Date().toISOString());
  expect(Object.keys(envelope)).toEqual(Object.keys(sent.body));
  expect(Object.keys(envelope.data)).toEqual(Object.keys(sent.body.data));
});

describe("example receivers", () => {
  let now: string;

  beforeAll(() => {
    now = new Date().toISOString();
  });

  for (const example of examples)
    it(`the ${example.language} example processes a signed delivery once and rejects everything else`, {
      timeout: 60_000,
    }, async (context) => {
      if (example.missing !== null) return context.skip(example.missing);
      const { sent, secret, newSecret } = await genuineDelivery(now);
      const receiver = await startExample(example, secret);
      expect(await receiver.post(sent)).toBe(204);
      // A proxy may pass the body on in chunks, without its length.
      expect(await receiver.post(sent, new Blob([sent.text]).stream())).toBe(204);
      expect(receiver.output().split("price_drop")).toHaveLength(2);
      expect(receiver.output()).toContain("Théière “Northlight” 1,7 l");

      expect(await receiver.post({ ...sent, text: sent.text.replace("30", "10") })).toBe(400);
      expect(await receiver.post({ ...sent, text: `${sent.text}\n` })).toBe(400);
      expect(await receiver.post({ ...sent, headers: {} })).toBe(400);
      const changed = await startExample(example, newSecret);
      expect(await changed.post(sent)).toBe(204);
      const other = await startExample(example, `${secret}x`);
      expect(await other.post(sent)).toBe(400);
    });

  for (const example of examples)
    it(`the ${example.language} example rejects a correctly signed delivery from an hour ago`, {
      timeout: 60_000,
    }, async (context) => {
      if (example.missing !== null) return context.skip(example.missing);
      const { sent, secret } = await genuineDelivery(new Date(Date.parse(now) - HOUR_MS).toISOString());
      const receiver = await startExample(example, secret);
      expect(await receiver.post(sent)).toBe(400);
    });
});
