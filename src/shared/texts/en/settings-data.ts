import { oneOrMore } from "../plural.js";

/** The data part of the settings: backups, catalogue files, and what came of the work on them. */
export const dataPart = {
  where: "Where it is",
  whereAbout: "Everything that Tidemark knows is in this folder on your computer.",
  backups: "Backups",
  lastBackup: (age: string) => `Last backup ${age}.`,
  oldBackup: (age: string) => `Last backup ${age}. Make a new one, best on another disk.`,
  noBackup: "No backup yet. Make one now, best on another disk.",
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
  importedNothing: "Nothing of this file went in",
  importCancelled: "The import was cancelled",
  importFailed: "The import stopped half-way",
  importedSoFar: (done: string, total: string) =>
    `${done} of ${total} were read. What went in by then stays and is whole; importing the file again adds the rest.`,
  wentIn: (list: string) => `New or brought up to date: ${list}.`,
  leftOut: (count: number, shown: string) =>
    `${shown} ${oneOrMore(count, "line has something that did not go in:", "lines have something that did not go in:")}`,
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
  nothingChanged: "Your data is as it was.",
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
      title: "Tidemark's data is damaged",
      advice: "Restore a backup and go on from there.",
    },
    foreign: {
      title: "Tidemark's data belongs to another program",
      advice:
        "A file of another program lies in the place of Tidemark's. Restore a backup, or move the file away.",
    },
    future: {
      title: "Tidemark's data comes from a newer Tidemark",
      advice: "Update Tidemark to go on with it. Or restore a backup from before the update.",
    },
  },
};
