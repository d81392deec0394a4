import { isAbsolute } from "node:path";
import fc from "fast-check";
import { it } from "vitest";
import { isDeepLink, parseDeepLink } from "../../src/main/launch/deep-link.js";
import {
  type LaunchOptions,
  LaunchUsageError,
  parseLaunchOptions,
} from "../../src/main/launch/launch-options.js";
import { anyEdit, editText } from "./inputs/edits.js";
import { anyTextOrHuge } from "./inputs/text.js";
import { checkCases } from "./support/check-cases.js";

// biome-ignore format: one per line would fill a page
const links = [
  "tidemark://add?url=https%3A%2F%2Fshop.example%2Fp%2F1", "tidemark:add?url=http://shop.example/",
  "TIDEMARK://ADD/?url=https://shop.example/&url=file:///x",
  "tidemark:///add?url=https://a:b@shop.example/", "tidemark://add?url=https://a@shop.example/", "tidemark://add?url=javascript:alert(1)",
  "tidemark://open?url=https://shop.example/", "tidemark://add", "tidemark:",
];
// biome-ignore format: one per line would fill a page
const flags = [
  "--data", "--data=/tmp/x", "--data=", "--port", "--port=0", "--port=65536", "--port=-1", "--port=1e3",
  "--screenshot=a.png", "--screenshot", "--hidden", "--hidden=no", "--no-hidden", "--", "-", "-d",
  "--inspect", "--__proto__=1", "--constructor", ".",
];

const link = fc
  .tuple(fc.constantFrom(...links), fc.array(anyEdit<string>(anyTextOrHuge), { maxLength: 3 }))
  .map(([text, edits]) => editText(text, edits));
const argument = fc.oneof(fc.constantFrom(...flags), link, anyTextOrHuge);

const launchCases = fc.record({
  args: fc.array(argument, { maxLength: 5 }),
  appFolder: fc.constantFrom(null, ".", "/app"),
  data: fc.oneof(fc.constant(null), anyTextOrHuge),
});

function checkDeepLink(link: LaunchOptions["deepLink"]): void {
  if (link?.action !== "add") return;
  const { url } = link;
  const { protocol, username, password, href } = new URL(url);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "" || href !== url)
    throw new Error(`A link adds ${url}.`);
}

function checkOptions({ dataFolder, port, lookUp, deepLink }: LaunchOptions): void {
  checkDeepLink(deepLink);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`The port is ${port}.`);
  if (dataFolder !== null && !isAbsolute(dataFolder)) throw new Error(`The data folder is ${dataFolder}.`);
  if (lookUp !== null && (lookUp.length > 2_000 || lookUp === ""))
    throw new Error(`The look-up has ${lookUp.length} characters.`);
}

it("arguments and links yield valid options or an error of usage", async () => {
  const property = fc.asyncProperty(launchCases, async ({ args, appFolder, data }) => {
    for (const text of args) {
      const link = parseDeepLink(text);
      if (link !== null && !isDeepLink(text)) throw new Error(`${text} is not a deep link.`);
      checkDeepLink(link);
    }
    try {
      const env = data === null ? {} : { TIDEMARK_DATA: data };
      checkOptions(parseLaunchOptions({ argv: ["app", ...args], env, cwd: "/home/shopper", appFolder }));
    } catch (error) {
      if (!(error instanceof LaunchUsageError) || error.message === "") throw error;
    }
  });
  await checkCases(property, { cases: 3_000 });
});
