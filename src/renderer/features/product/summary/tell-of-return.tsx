import { Bell } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.js";
import { texts } from "../../../lib/texts.js";
import { useAnswer } from "../../../stores/answers.js";
import { notifyFailure } from "../../../stores/notices.js";
import { saveRule } from "../../../stores/rules.js";
import { watch } from "../../../stores/watched.js";
import { areTellingOfReturn } from "./told-of-return.js";

/** What to do about a product that nobody has: be told when that changes. */
export function TellOfReturn({ productKey }: { readonly productKey: string }) {
  const [isBusy, setBusy] = useState(false);
  const rules = useAnswer("rules.list", { product_key: productKey }).data?.rules;
  const schedules = useAnswer("schedules.overview", { product_key: productKey }).data?.schedules;
  const said = texts().product;
  if (!rules || !schedules) return null;
  const isTelling = areTellingOfReturn(rules);
  const isWatched = schedules.length > 0;
  if (isTelling && isWatched) return <p role="status">{said.toldOfReturn}</p>;
  const start = async () => {
    setBusy(true);
    const error =
      (isTelling ? null : await addRule(productKey)) ??
      (isWatched ? null : await watch([{ product_key: productKey, schedule: "daily", retailer: null }]));
    setBusy(false);
    if (error) notifyFailure(error);
  };
  return (
    <Button
      className="tell-of-return"
      icon={<Bell size={14} aria-hidden="true" />}
      disabled={isBusy}
      onClick={() => void start()}
    >
      {said.tellOfReturn}
    </Button>
  );
}

function addRule(productKey: string) {
  return saveRule({
    product_key: productKey,
    trigger: { kind: "back_in_stock" },
    retailer: null,
    condition: null,
    is_enabled: true,
  });
}
