import { useState } from "react";
import { maxShopName } from "../../../shared/app/limits.js";
import { FormDialog } from "../../components/dialog.js";
import { TextField } from "../../components/fields.js";
import { useShop } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { act } from "../../stores/acts.js";
import { expireAnswers } from "../../stores/answers.js";

/** Names a shop; an empty name goes back to what its pages say. */
export function ShopNameDialog({ host, onClose }: { readonly host: string; readonly onClose: () => void }) {
  const shop = useShop(host);
  const [name, setName] = useState(shop.name);
  const { common, shops } = texts();
  const save = () => {
    const ownName = name.trim() || null;
    return act(
      "shops.rename",
      { host, name: ownName },
      {
        topic: "shop renamed",
        text: ownName === null ? shops.ownNameRemoved(host) : shops.renamed(host, ownName),
        expire: () => expireAnswers("shops.list"),
      },
    );
  };
  return (
    <FormDialog
      title={shops.nameOf(host)}
      description={shops.about}
      submit={common.save}
      isComplete={name !== shop.name}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={common.name} maxLength={maxShopName} value={name} onChange={setName} />
    </FormDialog>
  );
}
