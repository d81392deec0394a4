import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { extension as german } from "../../src/shared/texts/de/extension.js";
import { extension as english } from "../../src/shared/texts/en/extension.js";
import { HOUR_MS } from "../../src/shared/time.js";
import { type Browser, openChromium, openFirefox, type Popup } from "../support/browsers.js";
import { openTestEngine, startTestEngine, type TestEngine } from "../support/engine.js";
import { serve } from "../support/serve.js";
import { readLink } from "../support/shop.js";
import { until } from "../support/until.js";

/** The unpacked extension of each browser. */
let folders: Readonly<Record<"chromium" | "firefox", string>>;

beforeAll(async () => {
  const script = (await import(join(process.cwd(), "scripts", "extension.mjs"))) as {
    buildExtension(): Promise<typeof folders>;
  };
  folders = await script.buildExtension();
});

/** Of the extension. */
const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

interface Shop {
  readonly url: string;
  /** In place of the page of its one product. */
  html: string | null;
  price: number | undefined;
  isSoldOut: boolean;
  /** Answers 403 to all but browsers. */
  blocksPrograms: boolean;
}

/** A shop with one page. */
async function startShop(): Promise<Shop> {
  const server = createServer((request, response) => {
    const isProgram = request.headers["sec-fetch-mode"] !== "navigate";
    if (shop.blocksPrograms && isProgram) return response.writeHead(403).end();
    const data = {
      "@type": "Product",
      name: "Trail Lantern 400",
      gtin13: "4006381333931",
      offers: {
        "@type": "Offer",
        price: shop.price,
        priceCurrency: "USD",
        availability: shop.isSoldOut ? "OutOfStock" : "InStock",
      },
    };
    const json = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const style =
      "body { font: 18px system-ui; margin: 80px 120px } h1 { font-size: 40px } p { font-size: 28px }";
    const html = `<style>${style}</style><h1>Trail Lantern 400</h1><p>$${shop.price}</p><button${shop.isSoldOut ? " disabled" : ""}>Add to cart</button>`;
    response
      .writeHead(200, { "Content-Type": "text/html", "Cache-Control": "no-store" })
      .end(shop.html ?? html + json);
  });
  const url = `http://127.0.0.1:${await serve(server)}/p/400`;
  const shop: Shop = { url, html: null, price: 49.99, isSoldOut: false, blocksPrograms: false };
  return shop;
}

const startEngine = () => openTestEngine({ pagePace: { gapMs: 1 }, listenerPort: 0, version });

async function codeIn(popup: Popup): Promise<string> {
  await popup.click("Connect");
  await popup.waitFor("Compare the codes");
  return /\d{3} \d{3}/.exec(await popup.text())?.[0] ?? "";
}

async function pairWith(engine: TestEngine, popup: Popup, name: string): Promise<void> {
  const code = await codeIn(popup);
  expect(await engine.call("pairings.list", {})).toMatchObject({ data: { pairings: [{ name, code }] } });
  await engine.call("pairings.confirm", { pairing: code });
}

async function rows(engine: TestEngine) {
  const listed = await engine.call("watch.list", {});
  return listed.ok ? listed.data.rows : [];
}

async function untilTestEnds<B extends Browser>(opening: Promise<B>): Promise<B> {
  const browser = await opening;
  onTestFinished(() => browser.close());
  return browser;
}

const browsers = [
  {
    name: "Chromium",
    open: (port: number) => openChromium({ extension: folders.chromium, enginePort: port }),
  },
  { name: "Firefox", open: (port: number) => openFirefox({ extension: folders.firefox, enginePort: port }) },
] as const;

interface Start extends Partial<Shop> {
  /** Whether the engine knows the prices of other shops. */
  readonly isKnown?: boolean;
}

/** An engine, and a browser with the extension at the shop's page. */
async function openAt<P extends Popup>(
  { isKnown = false, ...page }: Start,
  open: (port: number) => Promise<Browser<P>>,
) {
  const [engine, shop] = [await startEngine(), Object.assign(await startShop(), page)];
  if (isKnown) await engine.import([catalogue(engine.clock.now())]);
  const browser = await untilTestEnds(open(engine.port()));
  await browser.goTo(shop.url);
  return { engine, shop, browser, popup: await browser.openPopup() };
}

/** The same in Chromium, with the extension paired. */
async function openPaired(start: Start) {
  const opened = await openAt(start, browsers[0].open);
  await pairWith(opened.engine, opened.popup, "Chromium");
  return opened;
}

describe.each(browsers)("the extension in $name", ({ name, open }) => {
  const openBoth = () => openAt({}, open);

  it("pairs, shows the price of a page, and watches it with a target", async () => {
    const { engine, popup } = await openBoth();
    await pairWith(engine, popup, name);
    await popup.waitFor("Trail Lantern 400");
    await popup.waitFor("$49.99");
    await popup.fill("45 €");
    await popup.click("Watch");
    await popup.waitFor("Nothing was changed: the price is in USD, the target is not.");
    expect(await popup.evaluate('document.querySelector("input[inputmode]").value')).toBe("45 €");
    await popup.fill("9999999999999");
    await popup.click("Watch");
    await popup.waitFor("The target is too high.");
    expect(await rows(engine)).toEqual([]);
    await popup.fill("45");
    await popup.click("Watch");
    await popup.waitFor("Watching, target $45.00");
    const watched = [
      { title: "Trail Lantern 400", best: { price: 49.99 }, target: { price: 45 }, schedule: "daily" },
    ];
    expect(await rows(engine)).toMatchObject(watched);
    const key = (await rows(engine))[0]?.product_key ?? "";
    expect(await popup.linkOf("Open in Tidemark")).toBe(
      `tidemark://show?${new URLSearchParams({ product: key })}`,
    );
    await popup.click("Stop watching");
    await popup.waitFor("No longer watched.");
    expect(await rows(engine)).toEqual([]);
    await popup.click("Undo");
    await popup.waitFor("Watching, target $45.00");
    expect(await rows(engine)).toMatchObject(watched);
  });

  it("shows a panel on the pages of a shop for which the user has switched it on", async () => {
    const { engine, shop, browser, popup } = await openBoth();
    await pairWith(engine, popup, name);
    await popup.waitFor("$49.99");
    await browser.evaluateInExtension(`chrome.storage.local.set({ panelHosts: ["127.0.0.1"] })`);
    await browser.goTo(shop.url);
    const panel = await browser.openPanel();
    await panel.waitFor("$49.99");
    // The page sees neither the frame nor a window to send messages to.
    const seen = `[window.length, document.querySelectorAll("iframe").length,
      [...document.querySelectorAll("*")].filter((each) => each.shadowRoot !== null).length]`;
    expect(await browser.evaluate(seen)).toEqual([0, 0, 0]);
    if (name === "Firefox") {
      await panel.waitFor("cannot tell whether the page covers the panel");
      expect(await panel.linkOf("Add it in Tidemark")).toContain("tidemark://add?");
    }
  });

  it("covers a shop that blocks programs: a visit records the price and alerts", async () => {
    const { engine, shop, browser, popup } = await openBoth();
    shop.blocksPrograms = true;
    await pairWith(engine, popup, name);
    await popup.fill("45");
    await popup.click("Watch");
    await popup.waitFor("Watching, target $45.00");
    engine.clock.advance(HOUR_MS);
    shop.price = 43.99;
    await browser.goTo(shop.url);
    await until(async () => (await rows(engine))[0]?.best?.price === 43.99);
    expect((await rows(engine))[0]).toMatchObject({ to_visit: [], visited_at: expect.any(String) });
    await until(async () => {
      const inbox = await engine.call("inbox.list", {});
      return (
        inbox.ok && inbox.data.entries.some(({ reason }) => reason?.includes("under your target") === true)
      );
    });
  });

  it("reads nothing at a shop before the user has agreed", async () => {
    const { engine, shop, browser } = await openBoth();
    const url = shop.url.replace("127.0.0.1", "shop.example");
    await browser.goTo(url);
    const popup = await browser.openPopup();
    await pairWith(engine, popup, name);
    // The popup may not read it either without a click on the extension's button.
    await popup.waitFor("Open a shop’s product page");
    const html = `<h1>Lantern</h1><script type="application/ld+json">{"@type": "Product", "name": "Lantern", "offers": {"price": 49.99, "priceCurrency": "USD"}}</script>`;
    expect(await readLink(engine, { url, html })).toMatchObject({ outcome: "added" });
    shop.price = 43.99;
    await browser.goTo(url);
    const isAgreed = `chrome.permissions.contains({ origins: ["http://shop.example/*"] })`;
    expect(await browser.evaluateInExtension(isAgreed)).toBe(false);
    // A page that it may read is passed on after the other one was shown, so the other one was left alone.
    const allowed = shop.url.replace("/p/400", "/p/500");
    await readLink(engine, { url: allowed, html });
    engine.clock.advance(HOUR_MS);
    await browser.goTo(allowed);
    await until(async () => {
      const info = await engine.call("app.info", {});
      return info.ok && info.data.points === 3;
    });
    const found = await engine.call("visits.find", { url });
    const key = found.ok ? (found.data.product_key ?? "") : "";
    expect(await engine.call("products.figures", { product_keys: [key] })).toMatchObject({
      data: { figures: [{ best: { price: 49.99 } }] },
    });
  });

  it("asks to be connected again after its key was revoked", async () => {
    const { engine, popup } = await openBoth();
    await pairWith(engine, popup, name);
    await popup.waitFor("$49.99");
    const keys = await engine.call("keys.list", {});
    const own = keys.ok ? keys.data.keys.find(({ extension }) => extension !== null) : undefined;
    await engine.call("keys.revoke", { id: own?.id ?? "" });
    await popup.reload();
    await popup.waitFor("Connect to Tidemark");
  });

  it("names the older version, tells a refusal, and that no engine answers", async () => {
    const engine = await startTestEngine({ version: "99.0.0" });
    const shop = await startShop();
    const browser = await untilTestEnds(open(engine.port()));
    await browser.goTo(shop.url);
    const popup = await browser.openPopup();
    await popup.waitFor("is older than Tidemark 99.0.0. Update it in the browser’s list of extensions.");
    const code = await codeIn(popup);
    await engine.call("pairings.refuse", { pairing: code });
    await popup.waitFor("Tidemark has refused the connection.");
    await engine.stop();
    await popup.reload();
    await popup.waitFor("Tidemark is not running");
    expect(await popup.linkOf("Open Tidemark")).toBe(`tidemark://add?url=${encodeURIComponent(shop.url)}`);
  });

  it("gives web pages no way to the engine", async () => {
    const { engine, browser } = await openBoth();
    const tried = await browser.evaluate(`Promise.allSettled([
      fetch("${engine.origin()}/app/v1/pair", { method: "POST", body: "{}" }),
      fetch("${engine.origin()}/app/v1/pair", { method: "POST", body: "{}", mode: "no-cors" }),
      fetch("${engine.origin()}/health"),
    ]).then((all) => all.map((each) => (each.status === "fulfilled" ? each.value.type : "failed")))`);
    expect(tried).toEqual(["failed", "opaque", "failed"]);
    expect(await engine.call("pairings.list", {})).toMatchObject({ data: { pairings: [] } });
  });
});

/** Chromium with the extension paired, and the panel on the shop's page. */
async function openPanelPage(start: Start = {}) {
  const { engine, shop, browser } = await openPaired(start);
  await browser.evaluateInExtension(`chrome.storage.local.set({ panelHosts: ["127.0.0.1"] })`);
  const open = async () => {
    await browser.goTo(shop.url);
    return browser.openPanel();
  };
  return { engine, shop, browser, open };
}

const cover = `{
  const cover = document.createElement("div");
  cover.id = "cover";
  cover.style.cssText = "position: fixed; inset: 0; z-index: 2147483647; background: rgb(255 255 255 / 1%); pointer-events: none";
  document.documentElement.append(cover);
}`;

const lantern = `<h1>Trail Lantern 400</h1><p class="price">$49.99</p><button>Add to cart</button>
  <script type="application/ld+json">${JSON.stringify({
    "@type": "Product",
    name: "Trail Lantern 400",
    offers: { price: 49.99, priceCurrency: "USD", availability: "InStock" },
  })}</script>`;

/** Pages on which the panel could be hidden, cut off or unusable. */
const kindsOfPages: Readonly<Record<string, string>> = {
  plain: `<!doctype html>${lantern}`,
  dark: `<!doctype html><meta name="color-scheme" content="dark">${lantern}`,
  "from right to left": `<!doctype html><html dir="rtl" lang="ar">${lantern}`,
  "magnified by the user": `<!doctype html>${lantern}`,
  "magnified by itself": `<!doctype html><style>html { zoom: 1.5 }</style>${lantern}`,
  "full of frames": `<!doctype html>${lantern}${'<iframe srcdoc="<button>Buy</button>"></iframe>'.repeat(40)}`,
  "with a strict policy": `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'">${lantern}`,
  "of shadow trees": `<!doctype html>${lantern}<div><template shadowrootmode="open"><button>Buy</button></template></div>`,
  "in quirks mode": `<html><table width=100% height=100%><td>${lantern}</table>`,
  "styling each element": `<!doctype html><style>* { all: unset; display: block } div, iframe { max-width: 1px; opacity: 0.1; transform: rotate(9deg) }</style>${lantern}`,
  "replacing its body": `<!doctype html>${lantern}<script>
    const replaceBody = () => document.body.replaceWith(document.body.cloneNode(true));</script>`,
};

describe("the panel on a page", () => {
  it("is as high as its gauge needs, without a scroll bar beside it", async () => {
    const { open } = await openPanelPage({ isKnown: true });
    const panel = await open();
    const fits = `document.querySelector(".drawing") !== null && innerHeight > 200
      && document.body.clientWidth === innerWidth && document.body.scrollHeight === innerHeight`;
    await until(async () => (await panel.evaluate(fits)) === true);
  });

  it("changes something only by the user's own click while nothing covers it", async () => {
    const { engine, browser, open } = await openPanelPage();
    const panel = await open();
    await browser.evaluate(cover);
    await panel.waitFor("The page covers this panel");
    expect(await panel.text()).not.toContain("Watch\n");
    await panel.photograph("panel-english-covered");
    await browser.evaluate(`document.getElementById("cover").remove()`);
    await panel.fill("45");
    await panel.click("Watch");
    await panel.waitFor("Watching, target $45.00");
    expect(await rows(engine)).toMatchObject([{ target: { price: 45 } }]);
  });

  it("ignores a click that a script has made, and can be moved", async () => {
    const { engine, browser, open } = await openPanelPage();
    const panel = await open();
    const isDisabled = `document.querySelector("form button").disabled`;
    await until(
      async () => (await panel.text()).includes("Watch") && (await panel.evaluate(isDisabled)) === false,
    );
    // It would be disabled while it works.
    const click = `document.querySelector("form button").click(); setTimeout(() => done(${isDisabled}))`;
    expect(await panel.evaluate(`new Promise((done) => { ${click} })`)).toBe(false);
    await panel.click("Move to the other corner");
    const side = `chrome.storage.local.get("panelSide").then(({ panelSide }) => panelSide)`;
    await until(async () => (await browser.evaluateInExtension(side)) === "left");
    const left = `document.querySelector(":root > div").getBoundingClientRect().left`;
    expect(await browser.evaluate(left)).toBe(12);
    await open();
    expect(await browser.evaluate(left)).toBe(12);
    expect(await rows(engine)).toEqual([]);
  });

  it("leaves a page that shows no product any more, and one where the user has closed it", async () => {
    const { browser, open } = await openPanelPage();
    const isThere = () => browser.evaluate(`document.querySelector(":root > div") !== null`);
    await open();
    await browser.evaluate(`document.body.textContent = ""; history.pushState(null, "", "/about")`);
    await until(async () => !(await isThere()));
    const panel = await open();
    await panel.waitFor("Watch");
    // A user's click would wait for the frame, which goes with it.
    await panel.evaluate(`document.querySelector("[aria-label=Close]").click()`);
    await until(async () => !(await isThere()));
  });

  it("is as high as its content", async () => {
    const { open } = await openPanelPage();
    const panel = await open();
    await panel.waitFor("Watch");
    const isFitting = `Math.ceil(document.getElementById("popup").getBoundingClientRect().height) === innerHeight`;
    await until(async () => (await panel.evaluate(isFitting)) === true);
  });

  it("is usable and in sight on pages of all kinds", { timeout: 240_000 }, async () => {
    const { shop, browser, open } = await openPanelPage();
    const place = `(({ left, top, right, bottom }) =>
      left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    )(document.querySelector(":root > div:last-child").getBoundingClientRect())`;
    const isUsable = `document.querySelector("form button")?.disabled === false
      && document.querySelector("[aria-label=Close]").getBoundingClientRect().top >= 0`;
    for (const [kind, html] of Object.entries(kindsOfPages)) {
      shop.html = html;
      const zoom = kind === "magnified by the user" ? 4 : 1;
      await browser.evaluateInExtension(
        `chrome.tabs.query({ active: true }).then(([tab]) => chrome.tabs.setZoom(tab.id, ${zoom}))`,
      );
      const panel = await open();
      if (kind === "replacing its body") await browser.evaluate("replaceBody()");
      await until(async () => (await panel.evaluate(isUsable)) === true).catch(async () => {
        throw new Error(`A page ${kind}: ${await panel.text()}`);
      });
      expect(await browser.evaluate(place), kind).toBe(true);
      await panel.photograph(`panel-english-${kind.replaceAll(" ", "-")}`);
    }
  });

  it("has no address that a page could put into a frame of its own", async () => {
    const { browser, open } = await openPanelPage();
    await open();
    const address = await browser.evaluateInExtension(`location.origin + "/popup.html"`);
    const load = `new Promise((done) => {
      const script = document.createElement("script");
      Object.assign(script, { src: "${address}", onload: () => done("loaded"), onerror: () => done("refused") });
      document.body.append(script);
    })`;
    expect(await browser.evaluate(load)).toBe("refused");
  });
});

/** Two years of prices at two shops, of the product that the shop of the test sells. */
function catalogue(nowMs: number) {
  const offer = (retailer: string, now: number, usual: number) => ({
    retailer,
    price: now,
    currency: "USD",
    availability: "in" as const,
    URL: `https://${retailer}/trail-lantern-400`,
    timestamp: new Date(nowMs - HOUR_MS).toISOString(),
    history: Array.from({ length: 24 }, (_, index) => ({
      price: index === 0 ? now : usual + (index % 3) * 4,
      currency: "USD",
      timestamp: new Date(nowMs - HOUR_MS - index * 15 * 24 * HOUR_MS).toISOString(),
    })),
  });
  const used = (retailer: string) =>
    ({ ...offer(retailer, 30, 30), id: `used at ${retailer}`, condition: "used" }) as const;
  const offers = [
    offer("harbour-lights.example", 51.5, 62),
    offer("outdoor-store.example", 54.9, 64),
    ...["outdoor-store.example", "second-hand.example"].map(used),
  ];
  return { type: "product", title: "Trail Lantern 400", barcode: "4006381333931", offers } as const;
}

it("evaluates the page's own price, and names a cheaper shop first", async () => {
  const { shop, browser, popup } = await openPaired({ price: 79.99, isKnown: true });
  await popup.waitFor("High tide. Wait.");
  const text = String(await popup.evaluate("document.body.textContent"));
  expect(text.indexOf("Cheaper at harbour-lights.example: $51.50")).toBeGreaterThan(0);
  expect(text.indexOf("Cheaper at")).toBeLessThan(text.indexOf("High tide"));
  expect(text).toContain("$79.99 is ");
  // One offer a shop, a used one only where there is no new one, and named.
  expect(text).toContain(
    "harbour-lights.example$51.50outdoor-store.example$54.90second-hand.exampleUsed$30.00",
  );
  expect(await popup.linkOf("harbour-lights.example")).toBe(
    "https://harbour-lights.example/trail-lantern-400",
  );
  const chart = (name: string) => popup.evaluate(`document.querySelector("input[type=range]").${name}`);
  expect(await chart("ariaLabel")).toContain("Best price in 90 days: $51.50 – $70.00");
  const today = await chart("ariaValueText");
  await popup.press("Home", "input[type=range]");
  expect([today, await chart("ariaValueText")]).toEqual([
    expect.stringContaining(": $51.50"),
    expect.stringMatching(/: \$6\d/),
  ]);
  shop.price = 49.99;
  await browser.goTo(shop.url);
  await popup.reload();
  await popup.waitFor("Low tide. Buy now.");
  await popup.waitFor("This is the best price that Tidemark knows.");
});

it("names what members pay, and evaluates that price for a member", async () => {
  const offers = { price: 59.99, priceCurrency: "USD", availability: "InStock" };
  const data = { "@type": "Product", name: "Trail Lantern 400", gtin13: "4006381333931", offers };
  const html = `<h1>Trail Lantern 400</h1><p class=price>$59.99</p><p>Members pay $49.99</p><button>Add to cart</button>
    <script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const { engine, popup } = await openPaired({ html, isKnown: true });
  await popup.waitFor("For members $49.99");
  await popup.waitFor("Cheaper at harbour-lights.example: $51.50");
  await engine.data("paying.count", { term: { kind: "member", retailer: "127.0.0.1" }, counts: true });
  await popup.reload();
  await popup.waitFor("with your membership, otherwise $59.99");
  await popup.waitFor("This is the best price that Tidemark knows.");
});

it.each([
  ["at a price", 49.99],
  ["without a price", undefined],
])("offers an alert for the return of what the page has sold out %s", async (_how, price) => {
  const { engine, popup } = await openPaired({ isSoldOut: true, price });
  await popup.waitFor("Out of stock");
  expect(await popup.text()).not.toContain("$49.99");
  await popup.click("Alert me when it is back");
  await popup.waitFor("You get an alert when it is back.");
  const rules = await engine.call("rules.list", {});
  expect(rules.ok && rules.data.rules.map(({ trigger }) => trigger.kind)).toContain("back_in_stock");
});

it("connects to a server by its address, and shows how to confirm there", async () => {
  const engine = await startEngine();
  const browser = await untilTestEnds(openChromium({ extension: folders.chromium, enginePort: 1 }));
  const popup = await browser.openPopup();
  await popup.waitFor("Tidemark runs on a server");
  await popup.evaluate(`document.querySelector("details").open = true`);
  await popup.type(engine.origin(), "details input");
  await popup.click("Connect");
  await popup.waitFor("Confirm this code on the server");
  const code = /tidemark keys pair (\d{3} \d{3})/.exec(await popup.text())?.[1] ?? "";
  await engine.data("pairings.confirm", { pairing: code });
  await popup.waitFor("Open a shop’s product page");
  const shop = await startShop();
  await browser.goTo(shop.url);
  await popup.reload();
  await popup.click("Watch");
  await popup.waitFor("Open in Tidemark");
  const product = (await rows(engine))[0]?.product_key ?? "";
  expect(await popup.linkOf("Open in Tidemark")).toBe(
    `${engine.origin()}/?${new URLSearchParams({ product })}`,
  );
});

const kettleAndPan = `<h1>Our offers</h1>${[
  ["Copper Kettle", 39],
  ["Steel Pan", 59],
]
  .map(
    ([name, price]) => `<h2>${name}</h2><p class="price">$${price}.00</p><button>Add to cart</button>
      <script type="application/ld+json">${JSON.stringify({ "@type": "Product", name, offers: { price, priceCurrency: "USD" } })}</script>`,
  )
  .join("")}`;

it("asks which of two products is meant, and watches that one", async () => {
  const { engine, popup } = await openPaired({ html: kettleAndPan });
  await popup.waitFor("Which one do you mean?");
  await popup.click("Steel Pan");
  await popup.waitFor("Watching");
  expect(await rows(engine)).toMatchObject([{ title: "Steel Pan", best: { price: 59 } }]);
});

const severalPrices = `<h1>Trail Lantern</h1><script type="application/ld+json">${JSON.stringify({
  "@type": "Product",
  name: "Trail Lantern",
  offers: [39, 59].map((price) => ({ price, priceCurrency: "USD", name: `Size ${price}` })),
})}</script>`;

const lanternList = `<h1>Lanterns</h1>${[39, 49, 59, 69]
  .map(
    (price) => `<li><a href="/p/${price}">Lantern ${price}</a> <span class="price">$${price}.00</span></li>`,
  )
  .join("")}`;

/** The pages of which the popup is drawn: what the shop shows, and what the user clicks there. */
const pictured = [
  ["new", { price: 49.99 }, null],
  ["currency", { html: "<h1>Lamp</h1><p class=price>$79.00</p><button>Add to cart</button>" }, "watch"],
  ["watched", { price: 49.99 }, "watch"],
  ["dearer", { price: 79.99 }, null],
  ["sold-out", { isSoldOut: true }, null],
  ["two-products", { html: kettleAndPan }, null],
  ["several-prices", { html: severalPrices }, null],
  ["list", { html: lanternList }, null],
  ["article", { html: "<article><h1>How to choose a lantern</h1><p>Light matters.</p></article>" }, null],
] as const;

it.each([
  ["en-US", "english", english, "$49.99 – $70.00", /^[A-Z][a-z]{2} \d+(, \d{4})? – [A-Z][a-z]{2} \d+$/],
  ["de-DE", "german", german, "49,99\u00a0$ – 70,00\u00a0$", /^\d+\. \p{L}+\.?( \d{4})? – \d+\. \p{L}+\.?$/u],
])(
  "draws the popup in %s, never higher than browsers allow",
  { timeout: 240_000 },
  async (language, name, texts, range, dates) => {
    const [engine, shop] = [await startTestEngine({ listenerPort: 0, version }), await startShop()];
    await engine.import([catalogue(engine.clock.now())]);
    const browser = await untilTestEnds(
      openChromium({ extension: folders.chromium, enginePort: engine.port(), language }),
    );
    await browser.goTo(shop.url);
    const popup = await browser.openPopup();
    const photograph = async (kind: string) => {
      expect(await popup.evaluate("document.querySelector('main').offsetHeight"), kind).toBeLessThanOrEqual(
        600,
      );
      await popup.photograph(`popup-${name}-${kind}`);
    };
    const ready: Readonly<Record<string, string>> = {
      watched: "45",
      currency: "USD",
      dearer: range,
      article: texts.unreadAbout,
    };
    await popup.waitFor(texts.pair);
    await photograph("connect");
    await popup.click(texts.pair);
    const code = /\d{3} \d{3}/;
    await until(async () => code.test(await popup.text()));
    await photograph("code");
    await engine.call("pairings.confirm", { pairing: code.exec(await popup.text())?.[0] ?? "" });
    for (const [kind, page, clicked] of pictured) {
      Object.assign(shop, { html: null, isSoldOut: false, price: 49.99, ...page });
      await browser.goTo(shop.url.replace("/400", `/${kind}`));
      await popup.reload();
      await until(
        async () => Number(await popup.evaluate("document.querySelectorAll('main > *').length")) > 1,
      );
      if (kind === "watched") await popup.fill("45");
      if (clicked === "watch") await popup.click(texts.watch);
      await popup.waitFor(ready[kind] ?? "");
      if (kind === "dearer") {
        const caption = `[...document.querySelectorAll(".chart figcaption span")].map((each) => each.textContent)`;
        expect(await popup.evaluate(caption)).toEqual([expect.stringMatching(dates), range]);
        const label = await popup.evaluate(`document.querySelector(".chart input").ariaLabel`);
        expect(label).toBe(texts.chart(range, range.split(" – ")[0] ?? ""));
      }
      await photograph(kind);
    }
    await browser.evaluateInExtension(`chrome.storage.local.set({ panelHosts: ["127.0.0.1"] })`);
    for (const [kind, page, shown] of [
      ["watched", {}, "45"],
      ["dearer", { price: 79.99 }, "51"],
      ["sold-out", { isSoldOut: true }, "45"],
    ] as const) {
      Object.assign(shop, { html: null, isSoldOut: false, price: 49.99, ...page });
      await browser.goTo(shop.url.replace("/400", `/${kind}`));
      const panel = await browser.openPanel();
      await panel.waitFor(shown);
      await panel.photograph(`panel-${name}-${kind}`);
    }
    const port = engine.port();
    await engine.stop();
    await popup.reload();
    await popup.waitFor("Tidemark");
    await photograph("away");
    await openTestEngine({ version: "99.0.0", port });
    await popup.reload();
    await popup.waitFor("99.0.0");
    await photograph("older");
  },
);
