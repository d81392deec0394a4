// Renders an SVG to PNG files of the given sizes, with Electron's browser.
const { readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { app, BrowserWindow } = require("electron");

const [source, folder, ...sizes] = process.argv.slice(process.argv.indexOf("--icons") + 1);
/** Phones cut icons to a shape of their own, so theirs have no round corners. */
const isSquare = process.argv.includes("--square");

app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false, webPreferences: { sandbox: true } });
  await window.loadURL("data:text/html,<!doctype html><title>Icons</title>");
  const svg = readFileSync(source, "utf8").replace(isSquare ? / rx="[^"]*"/ : "", "");
  for (const size of sizes.map(Number).filter(Boolean)) {
    const url = await window.webContents.executeJavaScript(`(${renderPng})(${JSON.stringify(svg)}, ${size})`);
    const file = join(folder, `${size}x${size}.png`);
    writeFileSync(file, Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
  }
  app.quit();
});

/** Runs in the page. */
async function renderPng(svg, size) {
  const image = new Image(size, size);
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = new OffscreenCanvas(size, size);
  canvas.getContext("2d").drawImage(image, 0, 0, size, size);
  const reader = new FileReader();
  reader.readAsDataURL(await canvas.convertToBlob());
  await new Promise((done) => reader.addEventListener("load", done));
  return reader.result;
}
