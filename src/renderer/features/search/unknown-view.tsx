import { Link2Off } from "lucide-react";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { explainUnknown, linkOf } from "../../lib/identifier.js";
import { texts } from "../../lib/texts.js";
import { focusLookup } from "../../stores/lookup.js";
import { AddLink } from "./add-link.js";

interface UnknownViewProps {
  readonly text: string;
  /** The shopper has just said that it is to be added. */
  readonly isAgreed: boolean;
}

/** A link or number that nobody knows: why, and what else could find the product. */
export function UnknownView({ text, isAgreed }: UnknownViewProps) {
  const link = linkOf(text);
  return (
    <EmptyState icon={<Link2Off size={22} />} title={texts().search.noMatch} isPage>
      <code className="unknown-text">{text}</code>
      <p>{explainUnknown(text)}</p>
      {link && <AddLink key={link} url={link} isAgreed={isAgreed} />}
      <Button variant={link ? "quiet" : "primary"} onClick={focusLookup}>
        {texts().search.lookUpElse}
      </Button>
    </EmptyState>
  );
}
