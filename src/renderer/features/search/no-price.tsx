import { EyeOff, MousePointerClick } from "lucide-react";
import type { AddLinkResult } from "../../../shared/app/pages.js";
import { Button } from "../../components/button.js";
import { texts } from "../../lib/texts.js";

interface NoPriceProps {
  readonly question: Extract<AddLinkResult, { outcome: "unpriced" }>;
  readonly isBusy: boolean;
  readonly onRender: () => void;
  readonly onClickPrice: () => void;
}

/** A page whose price is not in what the shop sends: two ways to find it all the same. */
export function NoPrice({ question, isBusy, onRender, onClickPrice }: NoPriceProps) {
  const { host, reason, is_rendered } = question;
  const { adding } = texts();
  return (
    <section className="link-question" aria-label={adding.noPrice}>
      <h2>{adding.noPriceOn(host)}</h2>
      <p className="quiet">
        {reason} {is_rendered ? adding.wasRendered : adding.needsBrowser}
      </p>
      <div className="link-ways">
        {!is_rendered && (
          <Button
            variant="primary"
            disabled={isBusy}
            icon={<EyeOff size={14} aria-hidden="true" />}
            onClick={onRender}
          >
            {adding.tryHidden}
          </Button>
        )}
        <Button
          variant={is_rendered ? "primary" : "secondary"}
          disabled={isBusy}
          icon={<MousePointerClick size={14} aria-hidden="true" />}
          onClick={onClickPrice}
        >
          {adding.clickPrice}
        </Button>
      </div>
    </section>
  );
}
