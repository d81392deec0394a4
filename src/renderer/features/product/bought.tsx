import { ShoppingBag } from "lucide-react";
import type { Purchase } from "../../../shared/app/purchases.js";
import { formatDayWithin } from "../../../shared/texts/sentences.js";
import { BoughtDialog } from "../../components/bought-dialog.js";
import { Button, DialogButton } from "../../components/button.js";
import { shopName } from "../../lib/shop-name.js";
import { locale, texts } from "../../lib/texts.js";
import { removePurchase, useOpenPurchase, watchAgain } from "../../stores/purchases.js";
import { usePage } from "./page.js";

interface BuyButtonProps {
  readonly best: { readonly price: number; readonly retailer: string } | null;
  /** A button among others that stand back. */
  readonly isQuiet?: boolean;
}

/** Renders nothing for what was bought already. */
export function BuyButton({ best, isQuiet = false }: BuyButtonProps) {
  const { productKey, prices } = usePage();
  if (useOpenPurchase(productKey) !== undefined) return null;
  return (
    <DialogButton
      variant={isQuiet ? "quiet" : "secondary"}
      icon={ShoppingBag}
      dialog={(close) => (
        <BoughtDialog {...{ productKey, best }} currency={prices.currency} onClose={close} />
      )}
    >
      {texts().bought.act}
    </DialogButton>
  );
}

function checkedUntil({ return_until: until, can_be_returned: canBeReturned }: Purchase): string {
  const { bought } = texts();
  if (until === null) return bought.unchecked;
  const day = formatDayWithin(until, locale());
  return canBeReturned ? bought.checkedUntil(day) : bought.returnOver(day);
}

/** Where it was bought, and until when it is checked. The verdict says what was paid, and what it costs now. */
export function Bought({ purchase }: { readonly purchase: Purchase }) {
  const { bought } = texts();
  const { product_key: productKey, currency, retailer, now } = purchase;
  return (
    <div className="stack">
      <p className="strong">{retailer === null ? bought.title : bought.at(shopName(retailer))}</p>
      <p className="quiet">{checkedUntil(purchase)}</p>
      <div className="line wraps">
        <DialogButton
          dialog={(close) => (
            <BoughtDialog {...{ productKey, currency }} best={now} known={purchase} onClose={close} />
          )}
        >
          {bought.change}
        </DialogButton>
        <Button onClick={() => void watchAgain(purchase)}>{bought.watchAgain}</Button>
        <Button variant="text" onClick={() => void removePurchase(purchase)}>
          {bought.remove}
        </Button>
      </div>
    </div>
  );
}
