/** Whether a dialog is open; it then receives keys and pastes instead of the window. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector("[role=dialog][data-state=open], [role=alertdialog][data-state=open]") !== null
  );
}

/** Whether the element takes typed text. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && target.type !== "checkbox" && target.type !== "radio";
}

/** Whether the element takes an amount, which no link can be. */
export function isAmountField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.inputMode === "decimal";
}
