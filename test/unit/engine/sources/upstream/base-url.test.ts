import { expect, it } from "vitest";
import { parseBaseUrl } from "../../../../../src/main/engine/operations/upstreams/check-input.js";

it.each([
  ["https://service.example/v1", "https://service.example/v1"],
  [" https://service.example/v1/ ", "https://service.example/v1"],
  ["https://Service.Example", "https://service.example/v1"],
  ["https://service.example/api/v2?x=1#y", "https://service.example/api/v2"],
  ["http://127.0.0.1:47115/v1", "http://127.0.0.1:47115/v1"],
  ["http://localhost:47115", "http://localhost:47115/v1"],
  ["http://[::1]:47115/v1", "http://[::1]:47115/v1"],
  ["http://192.168.1.20/v1", "http://192.168.1.20/v1"],
  ["http://nas.local/v1", "http://nas.local/v1"],
  ["http://0x7f.1/v1", "http://127.0.0.1/v1"],
])("the base URL %s is stored as %s", (text, baseUrl) => {
  expect(parseBaseUrl(text)).toBe(baseUrl);
});

it.each([
  ["", /not an address/],
  ["service.example/v1", /not an address|https:\/\//],
  ["ftp://service.example/v1", /https:\/\//],
  ["file:///etc/passwd", /https:\/\//],
  ["https://me:secret@service.example/v1", /user name/],
  ["http://service.example/v1", /TLS/],
  ["http://8.8.8.8/v1", /TLS/],
  ["http://127.0.0.1.service.example/v1", /TLS/],
])("the base URL %s is refused with a reason and a next step", (text, message) => {
  const refusal = { message: expect.stringMatching(message), action: expect.stringMatching(/\.$/) };
  expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining(refusal));
});
