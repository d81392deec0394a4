/** The window as a page on another device: pairing, connection, what is different there. */
export const web = {
  pairTitle: "Connect this device",
  pairAbout:
    "In Tidemark on your computer, open Settings → Other devices and choose “Pair a device”. On a server, run “tidemark web pair”.",
  code: "Six digits",
  deviceName: "Name of this device",
  connecting: "Connecting…",
  wrongCode: "Tidemark shows other digits. Compare them and try again.",
  codeGone:
    "This code no longer works: it has expired, was used, or was entered wrongly five times. Show a new one and enter that.",
  noAnswer: "Tidemark did not answer. Check that it is running and that this device is on the same network.",
  plainTitle: "Not encrypted",
  plainAbout:
    "This address starts with http. Prices, alerts and checks work; installing Tidemark on the home screen and reading without a connection need https. Ways to get it:",
  seen: (time: string) => `No connection to Tidemark. Last update here: ${time}.`,
  reconnect: "Connect again",
  reconnecting: "No connection to Tidemark. Trying again…",
  notSaved: "This was not opened while Tidemark was connected.",
  notSavedAdvice: "It appears once Tidemark can be reached again.",
  refused: "Tidemark did not accept that from this device.",
  refusedAdvice: "Reload the page and try again.",
  pageOlder: (page: string, engine: string) =>
    `This page is from Tidemark ${page}, older than the ${engine} that it is connected to.`,
  engineOlder: (page: string, engine: string) =>
    `Tidemark is version ${engine}, older than this page from ${page}.`,
  reload: "Reload",
  thisDevice: "This device",
  connectedAs: (name: string) => `Connected to Tidemark as “${name}”.`,
  leaveTitle: "Disconnect this device?",
  leaveAbout: "What was saved here for reading without a connection is deleted. To come back, pair it again.",
};

/** The settings of the app for the page on other devices. */
export const devices = {
  title: "Tidemark on your phone",
  about:
    "Open Tidemark in the browser of a phone or another computer. A device that you pair sees your list, prices and alerts, and can add, change and check products. Keys, passwords of services, backups and other devices stay out of its reach.",
  switchOn: "Let other devices connect",
  switchOnNote: "While it is off, nothing listens on your network.",
  network: "On your home network",
  networkNote: "While it is off, only this computer and a proxy on it can open the page.",
  portInUse: (port: number) => `Another program uses port ${port}, so other devices cannot connect yet.`,
  takePort: (port: number) => `Use port ${port}`,
  addresses: "Open one of these on the device",
  plain:
    "These addresses are not encrypted: fine at home, but for installing Tidemark on the phone and reading without a connection, put it behind https.",
  names: "Names it may be opened by",
  namesNote: "Such as the name of your Tailscale machine or proxy, separated by spaces.",
  pair: "Pair a device",
  pairAbout: "Scan this with the device’s camera, or open the address there and enter the six digits.",
  qrCode: "QR code with the address for pairing",
  expiresIn: (minutes: string) => `Valid for one device, for another ${minutes} minutes.`,
  expired: "This code has expired.",
  newCode: "New code",
  paired: (name: string) => `${name} is paired.`,
  listTitle: "Paired devices",
  noneTitle: "No devices yet",
  noneAbout: "Pair your phone to look at prices and add products on the way.",
  lastSeen: (age: string) => `last used ${age}`,
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeAbout: "It is disconnected at once and can see nothing more until you pair it again.",
  revoke: "Revoke device",
};
