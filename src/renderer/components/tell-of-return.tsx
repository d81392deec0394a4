import { Bell } from "lucide-react";
import { areTellingOfReturn } from "../lib/rule-kinds.js";
import { texts } from "../lib/texts.js";
import { useAct } from "../lib/use-act.js";
import { useAnswer } from "../stores/answers.js";
import { notifyFailure } from "../stores/notices.js";
import { addReturnRule } from "../stores/rules.js";
import { watch } from "../stores/watched.js";
import { Button } from "./button.js";

/** The next step for a product that is sold out everywhere. */
export function TellOfReturn({ productKey }: { readonly productKey: string }) {
  const { isBusy, run } = useAct(notifyFailure);
  const rules = useAnswer("rules.list", { product_key: productKey }).data?.rules;
  const schedules = useAnswer("schedules.overview", { product_key: productKey }).data?.schedules;
  const said = texts().product;
  if (!rules || !schedules) return null;
  const isTelling = areTellingOfReturn(rules);
  const isWatched = schedules.length > 0;
  if (isTelling && isWatched) return <p role="status">{said.toldOfReturn}</p>;
  const start = async () => {
    const error = isTelling ? null : await addReturnRule(productKey);
    if (error || isWatched) return error;
    return (await watch([{ product_key: productKey, schedule: "daily", retailer: null }])).error;
  };
  return (
    <Button className="tell-of-return" icon={Bell} disabled={isBusy} onClick={() => void run(start)}>
      {said.tellOfReturn}
    </Button>
  );
}
