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
    title: "A folder lies in the file's place.",
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
    title: "Tidemark's engine stopped before the work was done.",
    advice: (_path: string) => "Try again in a moment. Nothing that was saved is lost.",
  },
  unexpected: {
    title: "Something unexpected went wrong.",
    advice: (_path: string) => "Try again. If it stays, look into logs/engine.log in the data folder.",
  },
};
