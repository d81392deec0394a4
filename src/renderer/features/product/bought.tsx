import { ShoppingBag } from "lucide-react";
import { useState } from "react";
import type { Purchase } from "../../../shared/app/purchases.js";
import { formatDayWithin } from "../../../shared/texts/sentences.js";
import { BoughtDialog } from "../../components/bought-dialog.js";
import { Button } from "../../components/button.js";
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
  const [isAsking, setAsking] = useState(false);
  const isBought = useOpenPurchase(productKey) !== undefined;
  if (isBought && !isAsking) return null;
  return (
    <>
      <Button variant={isQuiet ? "quiet" : "secondary"} icon={ShoppingBag} onClick={() => setAsking(true)}>
        {texts().bought.act}
      </Button>
      {isAsking && (
        <BoughtDialog {...{ productKey, best }} currency={prices.currency} onClose={() => setAsking(false)} />
      )}
    </>
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
  const [isChanging, setChanging] = useState(false);
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
        <Button onClick={() => setChanging(true)}>{bought.change}</Button>
        <Button onClick={() => void watchAgain(purchase)}>{bought.watchAgain}</Button>
        <Button variant="quiet" onClick={() => void removePurchase(purchase)}>
          {bought.remove}
        </Button>
      </div>
      {isChanging && (
        <BoughtDialog
          {...{ productKey, currency }}
          best={now}
          known={purchase}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  );
}
