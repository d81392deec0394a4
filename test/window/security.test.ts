import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { callEngine } from "../support/call-engine.js";
import { importProduct } from "../support/command-line.js";
import { appFolder, expect, test } from "../support/electron.js";
import { listenOn } from "../support/network.js";

test.use({ onlyReads: true });

test("exposes no Node globals to the page", async ({ page }) => {
  const found = await page.evaluate(() =>
    ["require", "process", "module", "Buffer", "global", "__dirname"].filter((name) => name in window),
  );
  expect(found).toEqual([]);
});

test("freezes the bridge against changes by the page", async ({ page }) => {
  const bridge = await page.evaluate(() => {
    const before = window.tidemark.invoke;
    try {
      Object.assign(window, { tidemark: { invoke: null } });
    } catch {
      // Throwing is as good as ignoring the change.
    }
    try {
      Object.assign(window.tidemark, { invoke: null });
    } catch {
      // As above.
    }
    return {
      isFrozen: Object.isFrozen(window.tidemark),
      isSame: window.tidemark.invoke === before,
      names: Object.keys(window.tidemark).sort(),
    };
  });
  const names = ["invoke", "invokeText", "language", "on", "platform", "systemLanguages"];
  expect(bridge).toEqual({ isFrozen: true, isSame: true, names });
});

test("creates the window with strict web preferences", async ({ app }) => {
  const preferences = await app.evaluate(({ webContents }) => {
    // Electron has this method for its own tests, so its types omit it.
    const [contents] = webContents.getAllWebContents() as unknown as { getLastWebPreferences(): object }[];
    return contents?.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test("blocks navigation and new windows", async ({ app, page }) => {
  const url = page.url();
  const opened = await page.evaluate(() => {
    const other = window.open("http://127.0.0.1:9/");
    const link = document.createElement("a");
    link.href = "https://example.invalid/";
    document.body.append(link);
    link.click();
    link.remove();
    return other === null;
  });
  expect(opened).toBe(true);
  const refused = page.waitForEvent("console", (message) => message.text().includes("Not allowed to load"));
  await page.evaluate(() => {
    window.location.href = "file:///etc/passwd";
  });
  await refused;
  expect(page.url()).toBe(url);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test("blocks inline scripts, eval and connections by the content policy", async ({ page }) => {
  const outcome = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.inlineScriptRan = true";
    document.head.append(script);
    const evaluates = () => {
      try {
        return new Function("return 1")() === 1;
      } catch {
        return false;
      }
    };
    // In a task of its own: the policy does not apply to code that a debugger runs.
    const canEval = await new Promise((done) => setTimeout(() => done(evaluates()), 0));
    const canFetch = await fetch("https://example.invalid/").then(
      () => true,
      () => false,
    );
    return { inline: "inlineScriptRan" in window, canEval, canFetch };
  });
  expect(outcome).toEqual({ inline: false, canEval: false, canFetch: false });
});

test("serves no files outside the page's folder", async ({ page }) => {
  const loads = (source: string) =>
    page.evaluate(
      (address) =>
        new Promise((done) => {
          const image = new Image();
          image.onload = () => done(true);
          image.onerror = () => done(false);
          image.src = address;
        }),
      source,
    );
  expect(await loads("app://tidemark/..%2f..%2fpackage.json")).toBe(false);
  expect(await loads("file:///usr/share/pixmaps/debian-logo.png")).toBe(false);
});

test("serves the page's files as what they are named, whatever they hold", async ({ app }) => {
  const headers = await app.evaluate(async ({ session }) => {
    const answers = ["index.html", "picture/none"].map((path) =>
      session.defaultSession.fetch(`app://tidemark/${path}`),
    );
    return (await Promise.all(answers)).map((answer) => answer.headers.get("x-content-type-options"));
  });
  expect(headers).toEqual(["nosniff", "nosniff"]);
});

test("denies permissions", async ({ page }) => {
  const states = await page.evaluate(async () => {
    const names = ["geolocation", "notifications", "camera", "microphone"] as PermissionName[];
    return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
  });
  expect(new Set(states)).toEqual(new Set(["denied"]));
});

test.describe("beside foreign windows", () => {
  test.use({ hasOwnApp: true });

  test("refuses a call from a second window, with the same page or a foreign one", async ({ app }) => {
    for (const url of ["app://tidemark/index.html", "data:text/html,<title>stranger</title>"]) {
      const opened = app.waitForEvent("window");
      await app.evaluate(
        ({ BrowserWindow }, { address, preload }) => {
          const webPreferences = { preload, sandbox: true, contextIsolation: true };
          void new BrowserWindow({ show: false, webPreferences }).loadURL(address);
        },
        { address: url, preload: join(appFolder, "out/preload/index.cjs") },
      );
      const stranger = await opened;
      await stranger.waitForLoadState();
      const refusal = await stranger.evaluate(() =>
        window.tidemark.invoke("engine:call", "app.info", {}).then(
          () => "answered",
          (error: Error) => error.message,
        ),
      );
      expect(refusal).toContain("This page may not call Tidemark.");
    }
  });
});

test("rejects an invalid message before it reaches the engine", async ({ page }) => {
  const answers = await page.evaluate(async () => {
    const invoke = window.tidemark.invoke as (channel: string, ...args: unknown[]) => Promise<unknown>;
    const refused = (channel: string, ...args: unknown[]) =>
      invoke(channel, ...args).then(
        () => false,
        () => true,
      );
    return {
      unknown: await invoke("engine:call", "app.formatDisk", {}),
      large: await invoke("engine:call", "products.get", { ids: ["x".repeat(2_000_000)] }),
      file: await refused("shell:open-external", "file:///etc/passwd"),
      http: await refused("shell:open-external", "http://example.invalid/"),
      script: await refused("shell:open-external", "javascript:alert(1)"),
      channel: await refused("app:quit"),
      pushed: await refused("settings:changed", { theme: "dark" }),
      surplus: await refused("settings:get", "surplus"),
    };
  });
  expect(answers).toMatchObject({
    unknown: { ok: false, error: { code: "BAD_CALL" } },
    large: { ok: false, error: { code: "BAD_CALL" } },
    file: true,
    http: true,
    script: true,
    channel: true,
    pushed: true,
    surplus: true,
  });
});

test("survives values that the bridge cannot clone", async ({ page }) => {
  const outcomes = await page.evaluate(async () => {
    const invoke = window.tidemark.invoke as (...args: unknown[]) => Promise<{ ok: boolean }>;
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const uncloneable: unknown[] = [
      () => 1,
      Symbol("x"),
      document.body,
      window,
      new WeakMap(),
      Promise.resolve(1),
      loop,
      1n,
      new Error("x"),
    ];
    const results = [];
    for (const each of uncloneable)
      try {
        results.push((await invoke("engine:call", "app.info", each)).ok ? "answered" : "refused");
      } catch {
        results.push("refused");
      }
    return results;
  });
  expect(outcomes).toHaveLength(9);
  await callEngine(page, "app.info", {});
});

test.describe("with a hostile product", () => {
  test.use({ onlyReads: false });

  test("renders the markup of a hostile product as plain text", async ({ page, ui, dataFolder }) => {
    const markup = `<img src=x onerror="window.ran=1"><script>window.ran=1</script>Kettle`;
    let connections = 0;
    const router = createServer().on("connection", (socket) => {
      connections++;
      socket.destroy();
    });
    await listenOn(router, 0);
    const { port } = router.address() as AddressInfo;
    const requestedUrls: string[] = [];
    page.on("request", (request) => requestedUrls.push(request.url()));
    await importProduct(dataFolder, {
      type: "product",
      service: "product/test-hostile/h1",
      title: markup,
      brand: markup,
      description: markup,
      images: [
        `http://127.0.0.1:${port}/pixel.png`,
        "https://192.168.0.1/pixel.png",
        "javascript:window.ran=1",
      ],
      offers: [
        {
          id: "hostile-shop",
          retailer: "shop.example",
          seller: markup,
          price: 12,
          currency: "USD",
          availability: "in",
          condition: "new",
          URL: "https://shop.example/kettle",
          timestamp: new Date().toISOString(),
        },
      ],
    });
    await ui.lookUp("product/test-hostile/h1");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(markup);
    await page.evaluate(() =>
      Promise.all([...document.images].map((image) => image.decode().catch(() => undefined))),
    );
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
    expect(requestedUrls.filter((url) => /^https?:/.test(url))).toEqual([]);
    expect(connections, "pictures in a private network are not asked for").toBe(0);
    router.close();
  });
});
