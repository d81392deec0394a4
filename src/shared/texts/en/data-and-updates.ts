import { oneOrMore } from "../plural.js";

/** The data part of the settings: backups, catalogue files, and what came of the work on them. */
export const dataPart = {
  where: "Where your data is",
  whereAbout: "Everything that Tidemark knows is in this folder on your computer.",
  backups: "Backups",
  lastBackup: (age: string) => `Last backup ${age}.`,
  oldBackup: (age: string) => `Last backup ${age}. Make a new one, ideally on another disk.`,
  noBackup: "No backup yet. Make one now, ideally on another disk.",
  backupsAbout:
    "A backup is one file with all your data. Tidemark also makes one by itself each week and keeps three.",
  backUp: "Back up…",
  restoreFile: "Restore from a file…",
  copies: "Backups that are here",
  origins: {
    automatic: "Made by itself",
    "by-hand": "Made by you",
    "before-restore": "Put aside by a restore",
  },
  restoreThis: "Restore this one",
  restoreOf: (when: string) => `Restore this one, of ${when}`,
  restoreTitle: "Restore this backup?",
  restoreFacts: (when: string, size: string) => `It was made on ${when} and takes ${size}.`,
  restoreCount: (products: string) => `It has ${products}.`,
  restoreAbout:
    "It takes the place of all that is in Tidemark now, settings of this window aside. What is there now is not deleted: it is put aside in the data folder.",
  restore: "Restore",
  cannotRestore: "This file cannot be restored",
  catalogue: "Catalogue files",
  catalogueAbout:
    "Products with their offers, prices, reviews and deals, as a text file with a line for each. For taking them to another program or bringing them from one.",
  importFile: "Import…",
  exportFile: "Export…",
  running: {
    "back-up": "Backing up",
    restore: "Restoring the backup",
    import: "Importing",
    export: "Exporting",
  },
  cancelling: "Ending…",
  cancelWhat: {
    "back-up": "Cancel the backup",
    restore: "Cancel the restore",
    import: "Cancel the import",
    export: "Cancel the export",
  },
  starting: "A moment…",
  keptOnCancel: "If you cancel, what has gone in so far stays.",
  restartsEngine: "Tidemark starts anew with it in a moment.",
  backedUp: "The backup is made",
  backedUpAbout: (size: string) => `It takes ${size}.`,
  exported: "The catalogue is exported",
  exportedAbout: (products: string, deals: string, size: string) =>
    `${products} and ${deals} are in the file, which takes ${size}.`,
  restored: "The backup is restored",
  restoredAbout: (previous: string) => `What was there before is kept: ${previous}`,
  restoredFirst: "There was no data before it.",
  imported: "The file is imported",
  importedPartly: "The file is imported, but not all of it",
  importedNothing: "Nothing was imported from this file",
  importCancelled: "The import was cancelled",
  importFailed: "The import stopped half-way",
  importedSoFar: (done: string, total: string) =>
    `${done} of ${total} were read. What was imported by then stays; importing the file again adds the rest.`,
  wentIn: (list: string) => `New or brought up to date: ${list}.`,
  leftOut: (count: number, shown: string) =>
    `${shown} ${oneOrMore(count, "line was not fully imported:", "lines were not fully imported:")}`,
  lineProblem: (line: string, reason: string) => `Line ${line}: ${reason}`,
  andMore: (count: string) => `and ${count} more`,
  saveSkipped: "Save the whole list…",
  cancelled: {
    "back-up": "The backup was cancelled",
    restore: "The restore was cancelled",
    import: "The import was cancelled",
    export: "The export was cancelled",
  },
  nothingWritten: "No file was written, and nothing was changed.",
  nothingRead: "Nothing was changed.",
  failed: {
    "back-up": "No backup was made",
    restore: "The backup was not restored",
    import: "The file was not imported",
    export: "The catalogue was not exported",
  },
  nothingChanged: "Your data is unchanged.",
  showFile: "Show the file",
  showBefore: "Show what was put aside",
  recoverNewest: "Restore the newest backup",
  recoverAbout: (age: string, size: string) =>
    `It was made ${age} and takes ${size}. The file that cannot be opened is not deleted: it is put aside.`,
  recoverNone:
    "No backup is known here. If you have one elsewhere, choose its file. To start afresh, move the file named above out of the data folder, and try again.",
  recoverOther: "Other backups",
  theDataFolder: "the data folder",
  /** Why the engine cannot start, where another database would help. */
  stopped: {
    damaged: {
      title: "Tidemark’s data is damaged",
      advice: "Restore a backup and go on from there.",
    },
    foreign: {
      title: "Tidemark’s data belongs to another program",
      advice:
        "A file of another program lies in the place of Tidemark’s. Restore a backup, or move the file away.",
    },
    future: {
      title: "Tidemark’s data comes from a newer Tidemark",
      advice: "Update Tidemark to go on with it. Or restore a backup from before the update.",
    },
  },
};

/** What is wrong with a file, a folder or the database; what to do about it. */
export const dataProblems = {
  "disk-full": {
    title: "The disk is full.",
    advice: (path: string) =>
      `Free some space on the disk of ${path}, or choose another disk, and try again.`,
  },
  "not-writable": {
    title: "Tidemark may not write there.",
    advice: (path: string) => `Choose another folder, or give your user permission to write to ${path}.`,
  },
  "no-folder": {
    title: "There is no such folder.",
    advice: (path: string) => `${path} is not a folder. Choose another place.`,
  },
  "folder-in-place": {
    title: "A folder lies in the file’s place.",
    advice: (path: string) => `Choose another name, or move the folder in ${path} away.`,
  },
  busy: {
    title: "Another program is using the data.",
    advice: (_path: string) => "Wait until it has finished, or close it, and try again.",
  },
  "disk-errors": {
    title: "The disk reports errors.",
    advice: (path: string) => `Check the disk of ${path}, and make a backup to another one while you can.`,
  },
  missing: {
    title: "The file is not there any more.",
    advice: (path: string) =>
      `${path} was moved or deleted, or its disk is not connected. Choose another file.`,
  },
  unreadable: {
    title: "The file cannot be read.",
    advice: (path: string) => `Check that ${path} is a file, and that your user may read it.`,
  },
  "own-file": {
    title: "This is a file that Tidemark itself works with.",
    advice: (_path: string) => "Choose another name or another folder.",
  },
  "not-a-database": {
    title: "The file is not a backup.",
    advice: (_path: string) =>
      "Choose a file that Tidemark has made as a backup. A catalogue file is imported instead.",
  },
  foreign: {
    title: "The file belongs to another program.",
    advice: (_path: string) => "Choose a file that Tidemark has made as a backup.",
  },
  future: {
    title: "The file comes from a newer Tidemark.",
    advice: (_path: string) => "Update Tidemark on this computer, and then try again.",
  },
  damaged: {
    title: "The file is damaged.",
    advice: (_path: string) => "Choose another backup. An older one is better than none.",
  },
  "in-use": {
    title: "This is the database in use, not a backup.",
    advice: (_path: string) => "Choose a file that was made as a backup.",
  },
  "not-a-catalogue": {
    title: "The file is not a catalogue file.",
    advice: (_path: string) => "Choose a text file with a line for each product, as the export writes it.",
  },
  "is-a-backup": {
    title: "The file is a backup, not a catalogue file.",
    advice: (_path: string) => "Restore it under “Backups” instead, or choose a file that was exported.",
  },
  held: {
    title: "Another Tidemark is using this folder.",
    advice: (_path: string) => "Close the other one, and try again.",
  },
  "engine-away": {
    title: "Tidemark’s engine stopped before the work was done.",
    advice: (_path: string) => "Try again in a moment. Nothing that was saved is lost.",
  },
  unexpected: {
    title: "Something unexpected went wrong.",
    advice: (_path: string) => "Try again. If it stays, look into logs/engine.log in the data folder.",
  },
};

/** Updates of Tidemark itself: where one stands, and what failed. */
export const updates = {
  title: "Updates",
  check: "Check for updates",
  checkAgain: "Check again",
  byItself: "Check once a day",
  byItselfNote:
    "Asks the server of Tidemark’s packages for the newest version, and sends nothing about you or your prices. Nothing is fetched before you say so.",
  unavailable: "This build does not update itself.",
  unavailableAbout: "Look for a newer version where you got this one.",
  idle: "Not asked since Tidemark was started.",
  checking: "Looking for a newer version…",
  none: "This is the newest version.",
  checkedAt: (when: string) => `Asked on ${when}.`,
  available: (version: string) => `Version ${version} is available.`,
  whatIsNew: (version: string) => `What is new in ${version}`,
  noNotes: "There are no notes for this version.",
  download: "Download",
  byHand:
    "This package cannot replace itself. Get the new one where this one is from, and unpack it over this one once Tidemark has been quit. Your data stays.",
  byHandFrom: "Packages are at",
  address: "address",
  downloading: (version: string) => `Downloading version ${version}`,
  starting: "A moment…",
  progress: (done: string, total: string) => `${done} of ${total}`,
  ready: (version: string) => `Version ${version} is ready.`,
  readyAbout: "It takes this one’s place when you quit Tidemark, or now.",
  restart: "Restart and update",
  failed: {
    check: "Tidemark could not find out whether there is a newer version.",
    download: "The update was not downloaded. Nothing of it was kept.",
    install: "The update could not be put in place. This version goes on.",
  },
  problems: {
    unreachable: "The update server cannot be reached. Check the connection to the internet and try again.",
    "server-error": "The update server reports a fault. Try again in an hour.",
    "not-found": "The update server has nothing for this system. Try again in an hour.",
    unsigned:
      "What the update server says is not signed, so there is no telling who wrote it. It was refused. Try again in a day; if it stays, do not install updates from elsewhere.",
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
    unexpected: "Something unexpected went wrong. Try again; main.log in the data folder has the reason.",
  },
};
