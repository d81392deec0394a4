import { Button } from "../components/button.js";
import { Dialog } from "../components/dialog.js";
import { texts } from "../lib/texts.js";
import { acceptPage, declinePage, useOfferedPage } from "../stores/offered-page.js";
import "./offered-page-dialog.css";

/**
 * Asks whether to add a product page that a web page handed over. Any web page can do that, so the address is shown.
 */
export function OfferedPageDialog() {
  const url = useOfferedPage((state) => state.url);
  const { entrances } = texts();
  if (url === null) return null;
  return (
    <Dialog
      title={entrances.offeredTitle(new URL(url).host)}
      description={entrances.offeredBy}
      onClose={declinePage}
    >
      <code className="offered-page-url">{url}</code>
      <div className="dialog-actions">
        <Button onClick={declinePage}>{entrances.decline}</Button>
        <Button variant="primary" onClick={() => void acceptPage()}>
          {entrances.accept}
        </Button>
      </div>
    </Dialog>
  );
}
