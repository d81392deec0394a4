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
export function TellOfReturn({ service }: { readonly service: string }) {
  const [isBusy, setBusy] = useState(false);
  const rules = useAnswer("rules.list", { service }).data?.rules;
  const schedules = useAnswer("schedules.overview", { service }).data?.schedules;
  const said = texts().product;
  if (!rules || !schedules) return null;
  const isTelling = areTellingOfReturn(rules);
  const isWatched = schedules.length > 0;
  if (isTelling && isWatched) return <p role="status">{said.toldOfReturn}</p>;
  const start = async () => {
    setBusy(true);
    const error =
      (isTelling ? null : await addRule(service)) ??
      (isWatched ? null : await watch([{ service, schedule: "daily", retailer: null }]));
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

function addRule(service: string) {
  return saveRule({
    service,
    trigger: { kind: "back_in_stock" },
    retailer: null,
    condition: null,
    is_enabled: true,
  });
}
