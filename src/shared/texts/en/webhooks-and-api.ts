/** API keys: listed, made, revoked. */
export const keys = {
  title: "API keys",
  newKey: "New key",
  newTitle: "New API key",
  madeTitle: "Your new API key",
  namePlaceholder: "For example: price script",
  readOnly: "Read only",
  accessNotes: {
    full: "It can use the whole API.",
    readOnly: "It can look things up but change nothing.",
    owner: "It can do everything that this window does.",
  },
  create: "Create key",
  noneTitle: "No keys yet",
  noneAbout: "Make one to use the API from a script or another program.",
  access: "Access",
  owner: "Everything, as the owner",
  made: "Made",
  state: "State",
  full: "Full",
  active: "Active",
  revokedOn: (date: string) => `Revoked ${date}`,
  noName: "No name",
  unnamed: "the key without a name",
  named: (name: string) => `“${name}”`,
  revokeTitle: (key: string) => `Revoke ${key}?`,
  revokeAbout:
    "Programs that use this key are refused from now on. This cannot be undone, but you can make a new key at any time.",
  revoke: "Revoke key",
  shownOnce: "Copy it now: it is shown only once and cannot be seen again.",
};

/** Where events are sent: the app’s own inbox, and programs of the shopper. */
export const webhooks = {
  title: "Webhooks",
  about: "Programs that get an event when a price drops, stock changes or a check finishes.",
  add: "Add webhook",
  full: (most: string) => `An account has at most ${most} webhooks; delete one to add another.`,
  noneTitle: "No webhooks yet",
  noneAbout: "Add one to send events to a program of yours.",
  secretTitle: "Your webhook’s secret",
  secretAbout: "Each event is signed with it, so that your program can tell that it came from Tidemark.",
  /** What the copy button copies. */
  secret: "webhook secret",
  rotateTitle: "Make a new secret?",
  rotateAbout: (url: string) =>
    `Events to ${url} are signed with a new secret. The old one stays valid for 24 hours, so that you can change your program in that time.`,
  rotate: "Make new secret",
  rotatedAbout: (time: string) =>
    `Give it to your program by ${time}. Until then, the old one is valid, too.`,
  edit: "Edit webhook",
  address: "Address",
  addressTip: "An address that starts with https://",
  tellItOf: "Events",
  selectOne: "Choose at least one.",
  deleteTitle: "Delete this webhook?",
  deleteAbout: (url: string) =>
    `${url} gets no more events, and those still on their way are dropped. This cannot be undone.`,
  delete: "Delete webhook",
  noEventYet: "no event sent yet",
  lastEvent: (age: string) => `last event ${age}`,
  /** The first figure is there for its plural; the text after it is what is shown. */
  switchedOff: (_count: number, events: string) =>
    `Switched off after ${events} in a row could not be delivered. Test it, then enable it again.`,
  failedBefore: (_count: number, events: string) => `${events} could not be delivered in the past.`,
  failing: (_count: number, events: string, all: string, most: string) =>
    `${events} in a row could not be delivered (${all} in all); at ${most} it is switched off.`,
};

/** What was sent to a webhook, and how it went. */
export const deliveries = {
  onTheWay: (events: string) => `${events} on the way`,
  noneTitle: "Nothing was sent yet",
  noneAbout: "Events that are sent stay here for 30 days. Tests are not listed.",
  states: { due: "On the way", delivered: "Delivered", failed: "Failed", cancelled: "Cancelled" },
  sendAgain: "Send again",
  /** The button's label for screen readers. */
  sendAgainOf: (product: string) => `Send the event about ${product} again`,
  nextAttempt: (time: string) => `next attempt ${time}`,
  noAnswer: "no answer",
  attempt: (number: string, time: string, answer: string, duration: string) =>
    `Attempt ${number}, ${time}: ${answer} after ${duration}`,
  sendingTest: "Sending a test event…",
  testDelivered: (code: string) => `Test event delivered, HTTP ${code}`,
  testFailed: "The test event was not delivered.",
  itAnswered: (code: string) => `It answered HTTP ${code}.`,
};
