import { expect, it } from "vitest";
import { deviceNameOf } from "../../../../src/renderer/web/device-name.js";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1",
    "iPhone · Safari",
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${webKit} Chrome/131.0.0.0 Mobile Safari/537.36`,
    "Android · Chrome",
  ],
  ["Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0", "Android · Firefox"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    "Windows · Edge",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15",
    "Mac · Safari",
  ],
  ["curl/8.11", ""],
])("proposes a name for %s", (userAgent, name) => {
  expect(deviceNameOf(userAgent)).toBe(name);
});
