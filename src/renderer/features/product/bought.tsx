import { ShoppingBag } from "lucide-react";
import type { Purchase } from "../../../shared/app/purchases.js";
import { formatDayWithin } from "../../../shared/texts/sentences.js";
import { BoughtDialog } from "../../components/bought-dialog.js";
import { Button, DialogButton } from "../../components/button.js";
import { formatMoney } from "../../lib/format.js";
import { againstPaid } from "../../lib/paid-against.js";
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
  return canBeReturned ? bought.returnUntil(day) : bought.returnOver(day);
}

/** What was paid, until when it can be returned, and what it costs now. */
export function Bought({ purchase }: { readonly purchase: Purchase }) {
  const { bought, reasons } = texts();
  const { product_key: productKey, price, currency, on, retailer, now } = purchase;
  const difference = againstPaid(purchase);
  return (
    <div className="stack">
      <p className="strong">
        {bought.boughtOn(formatDayWithin(on, locale()), formatMoney(price, currency), retailer)}
      </p>
      <p>
        {now === null || difference === null
          ? reasons.verdict.noPrice
          : bought.nowAt(formatMoney(now.price, currency), now.retailer, difference)}
      </p>
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
        <Button variant="quiet" onClick={() => void removePurchase(purchase)}>
          {bought.remove}
        </Button>
      </div>
    </div>
  );
}
