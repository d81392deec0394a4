import { useState } from "react";
import { maxShopName } from "../../../shared/app/limits.js";
import { Dialog } from "../../components/dialog.js";
import { DialogForm } from "../../components/dialog-form.js";
import { TextField } from "../../components/text-field.js";
import { useShop } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { renameShop } from "../../stores/shops.js";

interface ShopNameDialogProps {
  readonly host: string;
  readonly onClose: () => void;
}

/** Names a shop, or goes back to what its pages say. */
export function ShopNameDialog({ host, onClose }: ShopNameDialogProps) {
  const shop = useShop(host);
  const [name, setName] = useState(shop.name);
  const { common, shops } = texts();
  const save = async () => {
    const failure = await renameShop(host, name);
    if (!failure) onClose();
    return failure;
  };
  return (
    <Dialog title={shops.nameOf(host)} description={shops.about} onClose={onClose}>
      <DialogForm submit={common.save} isComplete={name !== shop.name} onSubmit={save} onClose={onClose}>
        <TextField label={common.name} maxLength={maxShopName} value={name} onChange={setName} />
      </DialogForm>
    </Dialog>
  );
}
