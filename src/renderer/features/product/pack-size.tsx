import { Scale } from "lucide-react";
import { useState } from "react";
import {
  type PackSize,
  type PackUnit,
  packUnits,
  priceUnitOf,
  shownSize,
  sizeInTitle,
} from "../../../shared/app/pack-size.js";
import { DialogButton } from "../../components/button.js";
import { FormDialog } from "../../components/dialog.js";
import { SelectField, TextField } from "../../components/fields.js";
import { formatSize, unitSystem } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { change } from "../../stores/answers.js";
import { usePage } from "./page.js";

/** The pack's size, and the form to set it. */
export function PackSizeFact() {
  const { product, prices, terms } = usePage();
  const { offers: said } = texts();
  return (
    <DialogButton variant="quiet" icon={Scale} dialog={(close) => <PackSizeDialog onClose={close} />}>
      {terms.size === null
        ? said.setSize
        : said.sizeIs(formatSize(terms.size, prices.currency, product.title))}
    </DialogButton>
  );
}

const choiceNames = Object.keys(packUnits) as PackUnit[];

/** Fields prefilled with the known size, or the one in the title. */
function startOf(size: PackSize | null, title: string, currency: string): readonly [string, PackUnit] {
  if (size === null) return ["", priceUnitOf({ amount: 1, unit: "g" }, unitSystem(currency))];
  const { amount, unit } = shownSize(size, title, unitSystem(currency));
  return [String(amount), unit];
}

function PackSizeDialog({ onClose }: { readonly onClose: () => void }) {
  const { product, prices, terms } = usePage();
  const { currency } = prices;
  const [[startAmount, startChoice]] = useState(() =>
    startOf(terms.size ?? sizeInTitle(product.title), product.title, currency),
  );
  const [amount, setAmount] = useState(startAmount);
  const [choice, setChoice] = useState(startChoice);
  const { common, offers: said } = texts();
  const { unit, factor } = packUnits[choice];
  const typed: PackSize = { amount: Number(amount) * factor, unit };
  const save = (size: PackSize | null) =>
    change("products.set_size", { product_key: product.service, size }, "offers.terms");
  return (
    <FormDialog
      title={said.howMuch}
      description={said.sizeAbout(said.unitNames[priceUnitOf(typed, unitSystem(currency))])}
      submit={common.save}
      onSubmit={() => save(typed)}
      {...(terms.size !== null && { other: { label: common.remove, onClick: () => save(null) } })}
      onClose={onClose}
    >
      <div className="form-pair">
        <TextField
          label={said.amount}
          type="number"
          required
          min={0.001}
          max={10_000}
          step="any"
          value={amount}
          onChange={setAmount}
        />
        <SelectField
          label={said.unit}
          choices={choiceNames.map((value) => ({ value, label: said.unitChoices[value] }))}
          value={choice}
          onChange={setChoice}
        />
      </div>
    </FormDialog>
  );
}
