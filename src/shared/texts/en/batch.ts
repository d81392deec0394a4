/** Looking many up at once: the list, what it costs, how far it is. */
export const batch = {
  whatToLookUp: "What to look up",
  label: "One on each line: links, barcodes, ASINs, model numbers, names",
  openFile: "Open file…",
  howTo:
    "Paste a list, drop a file here, or open one. A file may be plain text, or a table (CSV) whose first column is read.",
  tooMany: (lines: string, most: string) => `${lines}; at most ${most} go at once. Split the list.`,
  withoutDoubles: (lines: string, duplicates: string) => `${lines}, ${duplicates} left out`,
  /** After the text that counts the lines. */
  waits: ". It can start when the list below is done.",
  lookUp: "Look up",
  lookUpCount: (count: string) => `Look up ${count}`,
  fileTooLarge: (file: string) => `${file} is larger than 1 MB. Split it, or paste the part that you need.`,
  fileUnreadable: (file: string) =>
    `${file} could not be read. Check that it is still there, then open it again.`,
  withEach: "With each product",
  extras: {
    offers: { label: "Offers", note: "who sells it for how much; 3 credits each" },
    reviews: { label: "Reviews", note: "the short expert review; 1 credit each" },
  },
  counting: "Counting what it costs…",
  findsNone: (total: string) => `Finds none of ${total}, which costs nothing.`,
  findsAll: (total: string, cost: string, credits: string) =>
    `Finds all ${total}; costs ${cost} of your ${credits}.`,
  findsSome: (found: string, total: string, cost: string, credits: string) =>
    `Finds ${found} of ${total}; costs ${cost} of your ${credits}.`,
  tooDear: (missing: string) =>
    `That is ${missing} more than you have. Look up fewer; Settings say under Account when the next period starts.`,
  tooDearWithExtras: (missing: string) =>
    `That is ${missing} more than you have. Leave out offers or reviews, or look up fewer; Settings say under Account when the next period starts.`,
  runs: {
    running: "Looking up…",
    stopping: "Finishing what was sent…",
    stopped: "Stopped",
    failed: "Not all could be looked up",
    done: "Done",
  },
  goesOn:
    "It goes on while you use other pages. Parts of up to 100 are sent one after the other, as long as Tidemark is open.",
  stop: "Stop",
  goOn: "Go on",
  changeList: "Change the list",
  lookUpOthers: "Look up others",
  lookedUp: "Looked up",
};
