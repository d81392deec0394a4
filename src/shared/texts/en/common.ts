/** Words that more than one view says. */
export const common = {
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  save: "Save",
  remove: "Remove",
  undo: "Undo",
  tryAgain: "Try again",
  copy: "Copy",
  copied: "Copied",
  copyWhat: (what: string) => `Copy ${what}`,
  copiedWhat: (what: string) => `Copied ${what}`,
  clear: "Clear",
};
