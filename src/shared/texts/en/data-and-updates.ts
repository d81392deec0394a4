import { oneOrMore } from "../plural.js";

/** The data part of the settings: backups, catalogue files, and what came of the work on them. */
export const dataPart = {
  where: "Where your data is",
  whereAbout: "All your data is in this folder on your computer.",
  backups: "Backups",
  lastBackup: (age: string) => `Last backup ${age}.`,
  oldBackup: (age: string) => `Last backup ${age}. Make a new one, ideally on another disk.`,
  noBackup: "No backup yet. Make one now, ideally on another disk.",
  backupsAbout:
    "A backup is one file with all your data. Tidemark also makes one every week and keeps the last three.",
  backUp: "Back up…",
  restoreFile: "Restore from a file…",
  copies: "Backups on this computer",
  origins: {
    automatic: "Automatic",
    "by-hand": "Made by you",
    "before-restore": "Saved before a restore",
  },
  restoreThis: "Restore this one",
  restoreOf: (when: string) => `Restore this one, of ${when}`,
  restoreTitle: "Restore this backup?",
  restoreFacts: (when: string, size: string) => `Made on ${when}, ${size}.`,
  restoreCount: (products: string) => `It contains ${products}.`,
  restoreAbout:
    "It replaces everything in Tidemark except the settings of this window. Your present data is not deleted: it is kept in the data folder.",
  restore: "Restore",
  powersOf: "What it would turn on",
  powers: {
    "owner-key": "Key that may do everything",
    extension: "Paired browser extension",
    device: "Paired phone or computer",
    page: "Page for phones and other computers",
    host: "Allowed host in your network",
    webhook: "Webhook that receives alerts",
    channel: "Channel that receives alerts",
    service: "Connected service",
    "search-engine": "Search engine for other shops",
  },
  turnOn: "Turn these on",
  turnOnAbout:
    "They let others act or receive data, and your present data does not have them. Turn them on only if the backup is your own.",
  leftOff: (names: string) => `Left off, because your previous data did not have it: ${names}.`,
  dropped: (names: string) => `Left out, because its values were not valid: ${names}.`,
  cannotRestore: "This file cannot be restored",
  tableAbout: "Your products with prices, shops and targets, for a spreadsheet.",
  listAbout:
    "Or with their links, targets, rules and tags, to be imported on another computer. Links of other programs can be imported, too.",
  catalogue: "Catalogue files",
  catalogueAbout:
    "Products with their offers, prices, reviews and deals in a text file, one per line. Use it to move them between Tidemark and other programs.",
  importFile: "Import…",
  exportFile: "Export…",
  running: {
    "back-up": "Backing up",
    restore: "Restoring the backup",
    import: "Importing",
    export: "Exporting",
  },
  cancelling: "Cancelling…",
  cancelWhat: {
    "back-up": "Cancel the backup",
    restore: "Cancel the restore",
    import: "Cancel the import",
    export: "Cancel the export",
  },
  starting: "A moment…",
  keptOnCancel: "If you cancel, what has been imported so far stays.",
  restartsEngine: "Tidemark restarts with it in a moment.",
  backedUp: "Backup made",
  backedUpAbout: (size: string) => `The file is ${size}.`,
  exported: "Catalogue exported",
  exportedAbout: (products: string, deals: string, size: string) =>
    `The file contains ${products} and ${deals}, ${size}.`,
  restored: "Backup restored",
  restoredAbout: (previous: string) => `Your previous data is kept: ${previous}`,
  restoredFirst: "There was no data before.",
  imported: "File imported",
  importedPartly: "File imported, but not all of it",
  importedNothing: "Nothing was imported from this file",
  importFailed: "The import stopped halfway",
  importedSoFar: (done: string, total: string) =>
    `${done} of ${total} were read. What was imported stays; import the file again to add the rest.`,
  wentIn: (list: string) => `New or updated: ${list}.`,
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
  showBefore: "Show the previous data",
  recoverNewest: "Restore the newest backup",
  recoverAbout: (age: string, size: string) =>
    `Made ${age}, ${size}. The file that cannot be opened is not deleted.`,
  recoverNone:
    "There is no backup here. If you have one elsewhere, choose its file. To start afresh, move the file named above out of the data folder, and try again.",
  recoverOther: "Other backups",
  theDataFolder: "the data folder",
  /** Why the engine cannot start, where another database would help. */
  stopped: {
    damaged: { title: "Tidemark’s data is damaged", advice: "Restore a backup to continue from there." },
    foreign: {
      title: "Tidemark’s data file belongs to another program",
      advice:
        "Another program’s file is where Tidemark’s should be. Restore a backup, or move the file away.",
    },
    future: {
      title: "Tidemark’s data comes from a newer version",
      advice: "Update Tidemark to use it, or restore a backup from before the update.",
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
    title: "A folder already has this name.",
    advice: (path: string) => `Choose another name, or move the folder in ${path} away.`,
  },
  busy: {
    title: "Another program is using the data.",
    advice: () => "Wait until it has finished, or close it, and try again.",
  },
  "disk-errors": {
    title: "The disk reports errors.",
    advice: (path: string) => `Check the disk of ${path}, and make a backup to another one while you can.`,
  },
  missing: {
    title: "The file is no longer there.",
    advice: (path: string) =>
      `${path} was moved or deleted, or its disk is not connected. Choose another file.`,
  },
  unreadable: {
    title: "The file cannot be read.",
    advice: (path: string) => `Check that ${path} is a file, and that your user may read it.`,
  },
  "own-file": {
    title: "Tidemark itself uses this file.",
    advice: () => "Choose another name or another folder.",
  },
  "not-a-database": {
    title: "The file is not a backup.",
    advice: () => "Choose a backup that Tidemark made. To add products from a list, import it instead.",
  },
  foreign: {
    title: "The file belongs to another program.",
    advice: () => "Choose a backup that Tidemark made.",
  },
  future: {
    title: "The file comes from a newer version of Tidemark.",
    advice: () => "Update Tidemark on this computer, then try again.",
  },
  damaged: {
    title: "The file is damaged.",
    advice: () => "Choose another backup. An older one is better than none.",
  },
  "in-use": {
    title: "This is the database in use, not a backup.",
    advice: () => "Choose a backup that Tidemark made.",
  },
  "not-a-catalogue": {
    title: "The file is not a catalogue file.",
    advice: () =>
      "Choose a text file with one product per line, as Tidemark exports it. A list of links goes under “Add many”.",
  },
  "is-a-backup": {
    title: "The file is a backup, not a catalogue file.",
    advice: () => "Restore it under “Backups” instead, or choose a file that was exported.",
  },
  held: {
    title: "Another Tidemark is using this folder.",
    advice: () => "Close the other one, then try again.",
  },
  "engine-away": {
    title: "Tidemark’s engine stopped before it was done.",
    advice: () => "Try again in a moment. Nothing that was saved is lost.",
  },
  unexpected: {
    title: "Something unexpected went wrong.",
    advice: () => "Try again. If it happens again, see logs/engine.log in the data folder.",
  },
};

/** Updates of Tidemark itself: their state, and what failed. */
export const updates = {
  title: "Updates",
  check: "Check for updates",
  checkAgain: "Check again",
  byItself: "Check once a day",
  byItselfNote:
    "Asks Tidemark’s update server for the newest version, and sends nothing about you or your prices. Nothing is downloaded until you say so.",
  unavailable: "This build does not update itself.",
  unavailableAbout: "Look for a newer version where you got this one.",
  idle: "Not checked since Tidemark was started.",
  checking: "Looking for a newer version…",
  none: "This is the newest version.",
  checkedAt: (when: string) => `Checked on ${when}.`,
  available: (version: string) => `Version ${version} is available.`,
  whatIsNew: (version: string) => `What is new in ${version}`,
  noNotes: "There are no notes for this version.",
  download: "Download",
  byHand:
    "This package cannot update itself. Download the new one from where you got this one, quit Tidemark, and unpack it over this one. Your data stays.",
  byHandFrom: "Packages are at",
  address: "address",
  downloading: (version: string) => `Downloading version ${version}`,
  progress: (done: string, total: string) => `${done} of ${total}`,
  ready: (version: string) => `Version ${version} is ready.`,
  readyAbout: "It is installed when you quit Tidemark, or now.",
  restart: "Restart and update",
  failed: {
    check: "Tidemark could not check for a newer version.",
    download: "The update could not be downloaded.",
    install: "The update could not be installed. This version keeps running.",
  },
  problems: {
    unreachable: "The update server cannot be reached. Check your internet connection, then try again.",
    "server-error": "The update server reports an error. Try again in an hour.",
    "not-found": "The update server has nothing for this system. Try again in an hour.",
    unsigned:
      "The update server’s answer is not signed, so there is no telling who wrote it. It was refused. Try again in a day, and do not install updates from elsewhere.",
    "bad-signature":
      "The update server’s answer is not signed by the makers of Tidemark. It was refused. Try again in a day, and do not install updates from elsewhere.",
    "wrong-file": "The update server offered a file for another system. It was refused. Try again in a day.",
    unreadable: "The update server’s answer cannot be read. Try again in a day.",
    "insecure-address": "The update is at an insecure address. It was refused. Try again in a day.",
    "damaged-download": "The download does not match its signature. It was deleted. Try again.",
    "disk-full": "The disk is full. Free some space and try again.",
    "not-writable":
      "Tidemark may not write to its own folder. Ask whoever looks after this computer, or move Tidemark to a folder of your own.",
    unexpected: "Something unexpected went wrong. Try again; main.log in the data folder has the reason.",
  },
};
