// A minimal Electron app, the floor of the window's benchmarks.
const { app, BrowserWindow } = require("electron");

app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } });
  window.loadURL("data:text/html,<!doctype html><title>Empty</title><h1 id='ready'>Empty</h1>");
});
app.on("window-all-closed", () => app.quit());
