/** Updates of Tidemark itself: where one stands, and what failed. */
export const updates = {
  title: "Updates",
  check: "Check for updates",
  checkAgain: "Check again",
  byItself: "Check once a day",
  byItselfNote:
    "Asks the server of Tidemark's packages for the newest version, and sends nothing about you or your prices. Nothing is fetched before you say so.",
  unavailable: "This build does not update itself.",
  unavailableAbout: "It was made without an address to ask. Where you got it, there may be a newer one.",
  idle: "Not asked since Tidemark was started.",
  checking: "Looking for a newer version…",
  none: "This is the newest version.",
  checkedAt: (when: string) => `Asked on ${when}.`,
  available: (version: string) => `Version ${version} is available.`,
  whatIsNew: (version: string) => `What is new in ${version}`,
  noNotes: "Nobody has written down what is new in it.",
  download: "Download",
  byHand:
    "This package cannot replace itself. Get the new one where this one is from, and unpack it over this one once Tidemark has been quit. Your data stays.",
  byHandFrom: "Packages are at",
  address: "address",
  downloading: (version: string) => `Downloading version ${version}`,
  starting: "A moment…",
  progress: (done: string, total: string) => `${done} of ${total}`,
  ready: (version: string) => `Version ${version} is ready.`,
  readyAbout: "It takes this one's place when you quit Tidemark, or now.",
  restart: "Restart and update",
  failed: {
    check: "Tidemark could not find out whether there is a newer version.",
    download: "The update was not downloaded. Nothing of it was kept.",
    install: "The update could not be put in place. This version goes on.",
  },
  problems: {
    unreachable: "The update server cannot be reached. Check the connection to the internet and try again.",
    "server-fault": "The update server reports a fault. Try again in an hour.",
    "not-found": "The update server has nothing for this system. Try again in an hour.",
    unsigned:
      "What the update server says is not signed, so that nobody can tell who wrote it. It was refused. Try again in a day; if it stays, do not install updates from elsewhere.",
    "bad-signature":
      "What the update server says is not signed by those who make Tidemark. It was refused. Try again in a day; if it stays, do not install updates from elsewhere.",
    "wrong-file":
      "The update server answered with what is meant for another system. It was refused. Try again in a day.",
    unreadable: "What the update server says cannot be read. Try again in a day.",
    "insecure-address":
      "The update lies at an address that is not secure. It was refused. Try again in a day.",
    "damaged-download": "What arrived is not what was signed. It was deleted. Try again.",
    "disk-full": "The disk is full. Free some space and try again.",
    "not-writable":
      "Tidemark may not write where it lies. Ask whoever looks after this computer, or put it into a folder of your own.",
    unexpected:
      "Something went wrong that nobody thought of. Try again; main.log in the data folder has the reason.",
  },
};
