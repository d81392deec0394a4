/** Where events are sent: the app's own inbox, and programs of the shopper's. */
export const webhooks = {
  title: "Webhooks",
  about: "Programs that are told when a price drops, stock changes or a check is finished.",
  add: "Add webhook",
  full: (most: string) => `An account has at most ${most} webhooks; delete one to add another.`,
  noneTitle: "No webhooks yet",
  noneAbout: "Add one to have events sent to a program of yours.",
  secretTitle: "Your webhook's secret",
  secretAbout: "Each event is signed with it, so that your program can tell that it came from Tidemark.",
  /** What the copy button copies. */
  secret: "webhook secret",
  edit: "Edit webhook",
  address: "Address",
  addressTip: "An address that starts with https://",
  tellItOf: "Tell it of",
  chooseOne: "Choose at least one.",
  deleteTitle: "Delete this webhook?",
  deleteAbout: (url: string) =>
    `${url} is told of nothing any more, and events still on their way to it are dropped. It cannot be undone.`,
  delete: "Delete webhook",
  thisApp: "This app",
  active: "Active",
  disabled: "Disabled",
  noEventYet: "no event sent yet",
  lastEvent: (age: string) => `last event ${age}`,
  fillsInbox: "It fills the inbox under Alerts.",
  certificateUntil: (date: string) => `Its certificate is good until ${date}.`,
  /** The first figure is there for its plural; the text after it is what is shown. */
  switchedOff: (_count: number, events: string) =>
    `Switched off after ${events} in a row could not be delivered. Test it, then enable it again.`,
  failedBefore: (_count: number, events: string) => `${events} could not be delivered in the past.`,
  failing: (_count: number, events: string, all: string, most: string) =>
    `${events} in a row could not be delivered (${all} in all); at ${most} it is switched off.`,
};
