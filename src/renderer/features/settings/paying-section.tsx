import { Button } from "../../components/button.js";
import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Switch } from "../../components/switch.js";
import { formatCalendarDay } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { countCondition, countShipping } from "../../stores/paying.js";

/** What counts beside the prices of shops: conditions that the shopper meets, and shipping. */
export function PayingSection() {
  const { data, error, refresh } = useAnswer("paying.read", {});
  const { actions, paying } = texts();
  return (
    <Section title={paying.title}>
      <Switch
        label={paying.countShipping}
        note={paying.shippingNote}
        isOn={data !== null && data.shipping_since !== null}
        disabled={data === null}
        onChange={(isOn) => void countShipping(isOn)}
      />
      <p className="quiet">{data?.conditions.length === 0 ? paying.noConditions : paying.about}</p>
      {data && data.conditions.length > 0 && (
        <ul aria-label={paying.conditions}>
          {data.conditions.map(({ retailer, kind, since }) => (
            <li key={`${retailer} ${kind}`} className="setting">
              <div>
                <strong>{retailer}</strong>
                <span className="quiet">
                  {" "}
                  · {paying.kinds[kind]} · {paying.since(formatCalendarDay(since.slice(0, 10)))}
                </span>
              </div>
              <Button
                variant="quiet"
                aria-label={paying.uncountOf(paying.kinds[kind], retailer)}
                onClick={() => void countCondition(retailer, kind, false)}
              >
                {actions.remove.label}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error && <ErrorNote error={error} onRetry={refresh} />}
    </Section>
  );
}
