/** Whether a dialog is open: keys and pastes are meant for it then, not for the window behind it. */
export function isDialogOpen(): boolean {
  return (
    document.querySelector("[role=dialog][data-state=open], [role=alertdialog][data-state=open]") !== null
  );
}
