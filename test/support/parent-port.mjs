/** Gives a Node process that was forked with an IPC channel the `parentPort` of a utility process. Preloaded. */
process.parentPort = {
  postMessage: (message) =>
    void (process.connected && process.send(message, undefined, undefined, () => undefined)),
  on: (event, listener) =>
    event === "close"
      ? process.on("disconnect", listener)
      : process.on("message", (data) => listener({ data })),
};
