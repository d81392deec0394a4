/** API keys: listed, made, revoked. */
export const keys = {
  title: "API keys",
  newKey: "New key",
  newTitle: "New API key",
  madeTitle: "Your new API key",
  /** What the copy button copies. */
  what: "API key",
  namePlaceholder: "For example: price script",
  readOnly: "Read only",
  readOnlyNote: "It can look things up, and change nothing.",
  create: "Create key",
  noneTitle: "No keys yet",
  noneAbout: "Make one to use the API from a script or another program.",
  access: "Access",
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
    "Programs that use this key are refused from now on. It cannot be undone; a new key can be made at any time.",
  revoke: "Revoke key",
  shownOnce: "Copy it now: it is shown only once and cannot be seen again.",
};
