import { expect, it } from "vitest";
import { parseServer } from "../../../src/extension/server-address.js";

it.each([
  ["tidemark.lan:47125", "http://tidemark.lan:47125"],
  [" 192.168.1.5:47125 ", "http://192.168.1.5:47125"],
  ["http://nas/anything?x=1", "http://nas"],
  ["100.101.2.3", "http://100.101.2.3"],
  ["[fd00::5]:8080", "http://[fd00::5]:8080"],
  ["prices.example", "https://prices.example"],
  ["prices.example:8443", "https://prices.example:8443"],
  ["https://nas.home", "https://nas.home"],
])("the address %s is that of %s", (typed, origin) => {
  expect(parseServer(typed)).toBe(origin);
});

it.each([
  "",
  "two words",
  "http://prices.example",
  "http://8.8.8.8",
  "http://127.0.0.1.evil.example",
  "http://100.128.0.1",
  "http://me:secret@nas",
  "ftp://nas",
  "javascript:alert(1)",
  "https://",
])("%j is no address of a server", (typed) => {
  expect(parseServer(typed)).toBeNull();
});
