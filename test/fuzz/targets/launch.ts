import { isAbsolute } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { isDeepLink, parseDeepLink } from "../../../src/main/launch/deep-link.js";
import {
  type LaunchOptions,
  LaunchUsageError,
  parseLaunchOptions,
} from "../../../src/main/launch/launch-options.js";
import { type Edit, editOf, editText } from "../inputs/bytes.js";
import { wilderText } from "../inputs/text.js";
import { defineTarget } from "../machinery/define-target.js";
import { Wrong } from "../machinery/target.js";

interface LaunchCase {
  readonly args: readonly string[];
  readonly appFolder: string | null;
  readonly data: string | null;
}

const links = [
  "tidemark://add?url=https%3A%2F%2Fshop.example%2Fp%2F1",
  "tidemark:add?url=http://shop.example/",
  "TIDEMARK://ADD/?url=https://shop.example/&url=file:///x",
  "tidemark:///add?url=https://a:b@shop.example/",
  "tidemark://add?url=javascript:alert(1)",
  "tidemark://open?url=https://shop.example/",
  "tidemark://add",
  "tidemark:",
];
const flags = [
  "--data",
  "--data=/tmp/x",
  "--data=",
  "--port",
  "--port=0",
  "--port=65536",
  "--port=-1",
  "--port=1e3",
  "--screenshot=a.png",
  "--screenshot",
  "--hidden",
  "--hidden=no",
  "--no-hidden",
  "--",
  "-",
  "-d",
  "--inspect",
  "--__proto__=1",
  "--constructor",
  ".",
];

const link: Arbitrary<string> = fc
  .tuple(fc.constantFrom(...links), fc.array(editOf(wilderText) as Arbitrary<Edit<string>>, { maxLength: 3 }))
  .map(([text, edits]) => editText(text, edits));
const argument = fc.oneof(fc.constantFrom(...flags), link, wilderText);

const cases: Arbitrary<LaunchCase> = fc.record({
  args: fc.array(argument, { maxLength: 5 }),
  appFolder: fc.constantFrom(null, ".", "/app"),
  data: fc.oneof(fc.constant(null), wilderText),
});

function judgePage(page: string | null): void {
  if (page === null) return;
  const { protocol, username, password, href } = new URL(page);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "" || href !== page)
    throw new Wrong(`A link asks to add ${page}.`);
}

function judgeOptions({ dataFolder, port, lookUp, addUrl }: LaunchOptions): void {
  judgePage(addUrl);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Wrong(`The port is ${port}.`);
  if (dataFolder !== null && !isAbsolute(dataFolder)) throw new Wrong(`The data folder is ${dataFolder}.`);
  if (lookUp !== null && (lookUp.length > 2_000 || lookUp === ""))
    throw new Wrong("What is looked up is too long.");
}

export const launch = defineTarget<LaunchCase>({
  name: "launch",
  what: "arguments of a start, and tidemark: links in and out of them",
  share: 15_800,
  open: () => ({
    cases,
    judge: ({ args, appFolder, data }) => {
      for (const text of args) {
        const page = parseDeepLink(text);
        if (page !== null && !isDeepLink(text)) throw new Wrong(`${text} is no link of ours.`);
        judgePage(page);
      }
      try {
        const env = data === null ? {} : { TIDEMARK_DATA: data };
        judgeOptions(parseLaunchOptions({ argv: ["app", ...args], env, cwd: "/home/shopper", appFolder }));
      } catch (error) {
        if (!(error instanceof LaunchUsageError) || error.message === "") throw error;
      }
    },
  }),
});
