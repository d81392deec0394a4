import { beforeAll, expect, it } from "vitest";
import { startService } from "../support/channel-services.js";
import { ensureBuilt, runCli, runJson, runResults, startServe } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { mailUser, startMailServer } from "../support/mail-server.js";
import { startShop } from "../support/shop.js";
import { until } from "../support/until.js";

beforeAll(ensureBuilt);

/** Twenty shops, each at a port of its own, so that none waits for another's turn. */
async function startShops() {
  const shops = await Promise.all(Array.from({ length: 20 }, startShop));
  shops.forEach((shop, index) => {
    shop.page = { offer: { price: 50, priceCurrency: "EUR" }, extraFields: { name: `Lantern ${index}` } };
  });
  return shops;
}

it("a home server goes from nothing to an alert on a phone and in a mailbox, once each", async () => {
  const folder = temporaryFolder();
  const server = await startServe(folder);
  const shops = await startShops();
  const links = shops.map(({ origin }) => `${origin}/p/lantern`);
  const allow = ["--allow-host", "127.0.0.1"];
  const data = ["--data", folder];
  const added = await runResults(["watch", "add", ...links, "--target", "45", ...allow, ...data]);
  expect(added.results).toEqual(Array(20).fill(expect.objectContaining({ status: "watching", target: 45 })));
  const phone = await startService("ntfy");
  const mail = await startMailServer({ hideSTARTTLS: true });
  await runJson("channels", "add", phone.address, "--kind", "ntfy", "--name", "Phone", ...data);
  const login = `${encodeURIComponent(mailUser.name)}:${mailUser.password}`;
  await runJson("channels", "add", `smtp://${login}@127.0.0.1:${mail.port}/?to=you@mail.example`, ...data);
  const [shop] = shops;
  if (shop === undefined) throw new Error("There is no shop.");
  shop.page = { ...shop.page, offer: { price: 44.5, priceCurrency: "EUR" } };
  const checked = await runResults(["watch", "check", links[0] ?? "", ...data]);
  expect(checked.results).toMatchObject([{ outcome: "ok", price: 44.5, previous: 50 }]);
  await until(() => phone.accepted.length > 0 && mail.received.length > 0);
  const listed = await runResults(["alerts", "list", ...data]);
  expect(listed.results).toMatchObject([{ price: 44.5, previous: 50, currency: "EUR" }]);
  await server.stop();
  expect(phone.accepted).toMatchObject([{ body: { message: expect.stringContaining("44.50") } }]);
  expect(mail.received).toMatchObject([{ to: ["you@mail.example"], text: expect.stringContaining("44.50") }]);
  expect((await runCli(["channels", "list", ...data])).stdout).not.toContain(mailUser.password);
}, 120_000);
