import { useState } from "react";
import type { ScheduleOverview } from "../../../../shared/app/alerts.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { Button } from "../../../components/button.js";
import { Segmented } from "../../../components/segmented.js";
import { SelectBox } from "../../../components/select-box.js";
import { cadences } from "../../../lib/cadence.js";
import { texts } from "../../../lib/texts.js";
import type { WatchWish } from "../../../stores/watched.js";

interface WatchFormProps {
  readonly schedule: ScheduleOverview | null;
  readonly retailers: readonly string[];
  readonly isBusy: boolean;
  readonly onSave: (wish: Omit<WatchWish, "product_key">) => void;
}

/** How often, and where; nothing changes before the button. */
export function WatchForm({ schedule, retailers, isBusy, onSave }: WatchFormProps) {
  const [cadence, setCadence] = useState<Cadence>(schedule?.schedule ?? "daily");
  const [retailer, setRetailer] = useState<string | null>(schedule?.retailer ?? null);
  const isChanged = schedule !== null && (cadence !== schedule.schedule || retailer !== schedule.retailer);
  const { product } = texts();
  return (
    <div className="watch-form">
      <Segmented label={product.howOften} segments={cadences()} value={cadence} onChange={setCadence} />
      <RetailerChoice retailers={retailers} value={retailer} onChange={setRetailer} />
      {(schedule === null || isChanged) && (
        <Button variant="primary" disabled={isBusy} onClick={() => onSave({ schedule: cadence, retailer })}>
          {schedule === null ? product.watch : product.changeWatching}
        </Button>
      )}
    </div>
  );
}

/** No shop has this name. */
const everywhere = "*";

interface RetailerChoiceProps {
  readonly retailers: readonly string[];
  readonly value: string | null;
  readonly onChange: (retailer: string | null) => void;
}

/** Only where there is a choice, or where one was made that is open no longer. */
function RetailerChoice({ retailers, value, onChange }: RetailerChoiceProps) {
  const { product } = texts();
  const offered = value === null || retailers.includes(value) ? retailers : [...retailers, value];
  if (offered.length < 2 && value === null) return null;
  return (
    <SelectBox
      label={product.where}
      choices={[
        { value: everywhere, label: product.allShops },
        ...offered.map((retailer) => ({ value: retailer, label: retailer })),
      ]}
      value={value ?? everywhere}
      onChange={(chosen) => onChange(chosen === everywhere ? null : chosen)}
    />
  );
}
