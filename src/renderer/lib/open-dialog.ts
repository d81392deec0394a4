/** Whether a dialog is open; it then receives keys and pastes instead of the window. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector("[role=dialog][data-state=open], [role=alertdialog][data-state=open]") !== null
  );
}
