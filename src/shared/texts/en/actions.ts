/** What a button does, and the same with the thing that it does it to, for screen readers. */
export const actions = {
  test: { label: "Test", of: (what: string) => `Test ${what}` },
  edit: { label: "Edit", of: (what: string) => `Edit ${what}` },
  enable: { label: "Enable", of: (what: string) => `Enable ${what}` },
  disable: { label: "Disable", of: (what: string) => `Disable ${what}` },
  remove: { label: "Remove", of: (what: string) => `Remove ${what}` },
  delete: { label: "Delete", of: (what: string) => `Delete ${what}` },
  deliveries: { label: "Deliveries", of: (what: string) => `Deliveries ${what}` },
  forbid: { label: "Forbid", of: (what: string) => `Forbid ${what}` },
  revoke: { label: "Revoke", of: (what: string) => `Revoke ${what}` },
};
