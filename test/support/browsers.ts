import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Frame, type Page } from "@playwright/test";
import { scratchFolder } from "./disk.js";
import { until } from "./until.js";

/** The extension's popup, which looks at the browser's tab. */
export interface Popup {
  /** Waits until the popup shows the text. */
  waitFor(text: string): Promise<unknown>;
  text(): Promise<string>;
  /** Clicks a button by its name. */
  click(name: string): Promise<void>;
  /** Fills the only field for an amount. */
  fill(amount: string): Promise<void>;
  /** The address of a link by its text. */
  linkOf(text: string): Promise<string | null>;
  reload(): Promise<void>;
  /** Evaluates an expression in it. */
  evaluate(expression: string): Promise<unknown>;
}

/** A popup of which pictures can be taken. */
export interface VisiblePopup extends Popup {
  /** Fills a field, by its selector. */
  type(text: string, selector: string): Promise<void>;
  /** Presses a key on a control, by its selector. */
  press(key: string, selector: string): Promise<void>;
  /** Saves a picture of it in the light and in the dark theme, and expects that everyone can use it. */
  photograph(name: string): Promise<void>;
}

/** A browser with the extension, which knows the engine's port, and one tab. */
export interface Browser<P extends Popup = Popup> {
  goTo(url: string): Promise<void>;
  /** Evaluates an expression in the tab's page. */
  evaluate(expression: string): Promise<unknown>;
  /** Opens the popup beside the tab, which stays the active one. */
  openPopup(): Promise<P>;
  /** The panel on the tab's page, once it is there. Its clicks are the user's, where the browser can be told so. */
  openPanel(): Promise<P>;
  /** Evaluates an expression with the extension's rights, in its popup. */
  evaluateInExtension(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** The unpacked extension. */
  readonly extension: string;
  readonly enginePort: number;
  /** Of Chromium; `en-US` by default. */
  readonly language?: string;
}

/** What both browsers do with a page, as expressions to evaluate in it. */
const expressions = {
  text: "document.body.innerText",
  /** Looks and clicks at once, because the page may change between the two; tells whether there was such a button. */
  click: (name: string) => `{
    const button = [...document.querySelectorAll("button")].find((each) => each.innerText.split("\\n")[0] === ${JSON.stringify(name)});
    button?.click();
    button !== undefined && !button.disabled;
  }`,
  fill: (amount: string) => `{
    const field = document.querySelector("input[inputmode=decimal]");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, ${JSON.stringify(amount)});
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }`,
  linkOf: (text: string) =>
    `[...document.querySelectorAll("a")].find((each) => each.textContent === ${JSON.stringify(text)})?.getAttribute("href") ?? null`,
  has: (selector: string) => `document.querySelector(${JSON.stringify(selector)}) !== null`,
};

type Evaluate = (expression: string) => Promise<unknown>;

function popupOf(evaluate: Evaluate, reload: () => Promise<void>): Popup {
  const text = async () => String(await evaluate(expressions.text));
  const waitFor = (wanted: string) =>
    until(async () => (await text()).includes(wanted)).catch(async () => {
      throw new Error(`The popup does not show "${wanted}", but: ${await text()}`);
    });
  return {
    text,
    waitFor,
    async click(name) {
      await until(async () => (await evaluate(expressions.click(name))) === true).catch(async () => {
        throw new Error(`The popup has no button "${name}", but: ${await text()}`);
      });
    },
    fill: async (amount) => {
      await until(async () => (await evaluate(expressions.has("input[inputmode=decimal]"))) === true);
      await evaluate(expressions.fill(amount));
    },
    evaluate,
    linkOf: async (wanted) => (await evaluate(expressions.linkOf(wanted))) as string | null,
    reload,
  };
}

const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const findBarriers = `axe
  .run(document.body, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
  .then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html).join("; "))`;

/** What only Chromium can do with a popup or panel, which is in a frame of a page. */
function visible(page: Page, frame: Frame, size: { readonly width: number; readonly height: number }) {
  return {
    type: (text: string, selector: string) => frame.locator(selector).fill(text),
    press: (key: string, selector: string) => frame.locator(selector).press(key),
    photograph: async (name: string) => {
      await page.setViewportSize(size);
      await frame.evaluate(axe);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join("test-results/pictures", `${name}-${colorScheme}.png`) });
        const found = await frame.evaluate(findBarriers);
        if (found !== "") throw new Error(`${name}, ${colorScheme}: ${found}`);
      }
    },
  };
}

/** Debian's Chromium. */
export async function openChromium({
  extension,
  enginePort,
  language = "en-US",
}: BrowserOptions): Promise<Browser<VisiblePopup>> {
  const profile = scratchFolder("chromium");
  const context = await chromium.launchPersistentContext(profile.path, {
    executablePath: "/usr/bin/chromium",
    headless: false,
    locale: language,
    args: [
      "--headless=new",
      "--no-sandbox",
      "--host-resolver-rules=MAP shop.example 127.0.0.1",
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
    ],
  });
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate((port) => chrome.storage.local.set({ port }), enginePort);
  const tab = context.pages()[0] ?? (await context.newPage());
  return {
    goTo: async (url) => void (await tab.goto(url)),
    evaluate: (expression) => tab.evaluate(expression),
    openPopup: async () => {
      await tab.bringToFront();
      const opening = context.waitForEvent("page");
      // An empty tab first, because a page gets its language once it is open.
      await worker.evaluate(() => void chrome.tabs.create({ url: "about:blank", active: false }));
      const page = await opening;
      await page.goto(new URL("popup.html", worker.url()).href);
      const popup = popupOf(
        (expression) => page.evaluate(expression),
        async () => void (await page.reload()),
      );
      return { ...popup, ...visible(page, page.mainFrame(), { width: 360, height: 600 }) };
    },
    openPanel: async () => {
      const isPanel = (frame: Frame) => frame.url().startsWith("chrome-extension:");
      await until(() => tab.frames().some(isPanel));
      const frame = tab.frames().find(isPanel) ?? tab.mainFrame();
      const panel = popupOf(
        (expression) => frame.evaluate(expression),
        async () => void (await tab.reload()),
      );
      return {
        ...panel,
        click: (name) => frame.getByRole("button", { name, exact: true }).click(),
        ...visible(tab, frame, { width: 1280, height: 800 }),
      };
    },
    evaluateInExtension: (expression) => worker.evaluate(expression),
    close: async () => {
      await context.close();
      profile.remove();
    },
  };
}

const firefoxId = "extension@tidemark.example";
const firefoxUuid = "0c1d2e3f-0000-4000-8000-0123456789ab";

/** A session of WebDriver BiDi, the protocol by which programs drive Firefox. */
async function connectBidi(url: string) {
  const socket = new WebSocket(`${url}/session`);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  const waiting = new Map<number, (message: BidiMessage) => void>();
  // Firefox ESR 153 crashes at times: no answer comes then, and a test would wait until its time is up.
  socket.addEventListener("close", () => {
    for (const end of waiting.values()) end({ type: "error", message: "Firefox has ended." });
  });
  let sent = 0;
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  // biome-ignore lint/suspicious/noExplicitAny: each method has a result of its own.
  const send = async (method: string, params: object = {}): Promise<any> => {
    const id = ++sent;
    const answer = new Promise<BidiMessage>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answer;
    if (type === "error") throw new Error(`${method}: ${message}`);
    return result;
  };
  return { send, close: () => socket.close() };
}

interface BidiMessage {
  readonly id?: number;
  readonly type: string;
  readonly result?: unknown;
  readonly message?: string;
}

/** Debian's Firefox ESR. */
export async function openFirefox({ extension, enginePort }: BrowserOptions): Promise<Browser> {
  const profile = scratchFolder("firefox");
  const preferences = {
    "extensions.webextensions.uuids": JSON.stringify({ [firefoxId]: firefoxUuid }),
    "network.dns.localDomains": "shop.example",
    "intl.locale.requested": "en-US",
    "intl.accept_languages": "en-US",
  };
  writeFileSync(
    join(profile.path, "user.js"),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(""),
  );
  const args = ["--headless", "--no-remote", "--profile", profile.path, "--remote-allow-system-access"];
  const firefox = spawn("/usr/bin/firefox-esr", [...args, "--remote-debugging-port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile.path },
  });
  const ended = new Promise((resolve) => firefox.once("exit", resolve));
  const url = await new Promise<string>((resolve) => {
    let output = "";
    firefox.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const listening = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1];
      if (listening !== undefined) resolve(listening);
    });
  });
  const bidi = await connectBidi(url);
  await bidi.send("session.new", { capabilities: {} });
  await bidi.send("webExtension.install", { extensionData: { type: "path", path: extension } });
  const { contexts } = await bidi.send("browsingContext.getTree");
  const tab: string = contexts[0].context;
  const evaluateIn = async (context: string, expression: string) => {
    const { result, exceptionDetails } = await bidi.send("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.type === "array"
      ? result.value.map(({ value }: { value: unknown }) => value)
      : (result.value ?? null);
  };
  const open = async (context: string, address: string) =>
    void (await bidi.send("browsingContext.navigate", { context, url: address, wait: "complete" }));
  const popupUrl = `moz-extension://${firefoxUuid}/popup.html`;
  const background: string = (await bidi.send("browsingContext.create", { type: "tab", background: true }))
    .context;
  await open(background, popupUrl);
  await evaluateIn(background, `chrome.storage.local.set({ port: ${enginePort} })`);
  return {
    goTo: (address) => open(tab, address),
    evaluate: (expression) => evaluateIn(tab, expression),
    openPopup: async () => {
      await bidi.send("browsingContext.activate", { context: tab });
      await open(background, popupUrl);
      return popupOf(
        (expression) => evaluateIn(background, expression),
        () => open(background, popupUrl),
      );
    },
    openPanel: async () => {
      const findPanel = async () => {
        const { contexts } = await bidi.send("browsingContext.getTree", { root: tab });
        const children: { context: string; url: string }[] = contexts[0].children;
        return children.find(({ url }) => url.startsWith("moz-extension:"))?.context;
      };
      await until(async () => (await findPanel()) !== undefined);
      const panel = (await findPanel()) ?? "";
      return popupOf(
        (expression) => evaluateIn(panel, expression),
        () => bidi.send("browsingContext.reload", { context: tab }),
      );
    },
    evaluateInExtension: (expression) => evaluateIn(background, expression),
    close: async () => {
      bidi.close();
      firefox.kill("SIGKILL");
      await ended;
      profile.remove();
    },
  };
}
