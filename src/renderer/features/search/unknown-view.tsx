import { SearchX } from "lucide-react";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/states.js";
import { openPage } from "../../lib/bridge.js";
import { explainUnknown, kindOfText } from "../../lib/identifier.js";
import { texts } from "../../lib/texts.js";
import { addAll } from "../../stores/adding/links.js";
import { focusLookup } from "../../stores/lookup.js";

const amazonHosts = ["www.amazon.com", "www.amazon.de", "www.amazon.co.uk", "www.amazon.fr"] as const;

/** Explains an unknown barcode or ASIN, and offers the next step. */
export function UnknownView({ text }: { readonly text: string }) {
  const { search } = texts();
  const web = `https://duckduckgo.com/?q=${encodeURIComponent(text)}`;
  return (
    <EmptyState icon={SearchX} title={search.notHere(text)} text={explainUnknown(text)} isPage>
      <p className="results-next line wraps">
        {kindOfText(text) === "asin" &&
          amazonHosts.map((host) => (
            <Button key={host} onClick={() => addAll([`https://${host}/dp/${text.trim().toUpperCase()}`])}>
              {search.addFrom(host.replace("www.", ""))}
            </Button>
          ))}
        <Button onClick={() => openPage(web)}>{search.searchWeb}</Button>
        <Button variant="quiet" onClick={focusLookup}>
          {search.lookUpElse}
        </Button>
      </p>
    </EmptyState>
  );
}
