import { EyeOff, MousePointerClick } from "lucide-react";
import type { AddedLink } from "../../../shared/app/pages.js";
import { Button } from "../../components/button.js";

interface NoPriceProps {
  readonly question: Extract<AddedLink, { outcome: "unpriced" }>;
  readonly isBusy: boolean;
  readonly onRender: () => void;
  readonly onClickPrice: () => void;
}

/** A page whose price is not in what the shop sends: two ways to find it all the same. */
export function NoPrice({ question, isBusy, onRender, onClickPrice }: NoPriceProps) {
  const { host, reason, is_rendered } = question;
  return (
    <section className="link-question" aria-label="No price on the page">
      <h2>No price found on {host}</h2>
      <p className="quiet">
        {reason}{" "}
        {is_rendered
          ? "It was opened in a hidden browser, too. Show Tidemark where the price is."
          : "Some shops put the price there only when the page runs in a browser."}
      </p>
      <div className="link-ways">
        {!is_rendered && (
          <Button
            variant="primary"
            disabled={isBusy}
            icon={<EyeOff size={14} aria-hidden="true" />}
            onClick={onRender}
          >
            Try with a hidden browser
          </Button>
        )}
        <Button
          variant={is_rendered ? "primary" : "secondary"}
          disabled={isBusy}
          icon={<MousePointerClick size={14} aria-hidden="true" />}
          onClick={onClickPrice}
        >
          Open the page and click the price
        </Button>
      </div>
    </section>
  );
}
