import { useState } from "react";
import { maxShopName } from "../../../shared/app/limits.js";
import { Dialog } from "../../components/dialog.js";
import { DialogForm } from "../../components/dialog-form.js";
import { TextField } from "../../components/text-field.js";
import { useShop } from "../../lib/shop-name.js";
import { texts } from "../../lib/texts.js";
import { notifyAct } from "../../stores/acts.js";
import { expireAnswers } from "../../stores/answers.js";
import { callOnce } from "../../stores/call-engine.js";

interface ShopNameDialogProps {
  readonly host: string;
  readonly onClose: () => void;
}

/** Names a shop; an empty name goes back to what its pages say. */
export function ShopNameDialog({ host, onClose }: ShopNameDialogProps) {
  const shop = useShop(host);
  const [name, setName] = useState(shop.name);
  const { common, shops } = texts();
  const save = async () => {
    const ownName = name.trim() || null;
    const result = await callOnce("shops.rename", { host, name: ownName });
    if (!result.ok) return result.error;
    expireAnswers("shops.list");
    const text = ownName === null ? shops.ownNameRemoved(host) : shops.renamed(host, ownName);
    notifyAct({ topic: "shop renamed", text, actId: result.data.act_id });
    onClose();
    return null;
  };
  return (
    <Dialog title={shops.nameOf(host)} description={shops.about} onClose={onClose}>
      <DialogForm submit={common.save} isComplete={name !== shop.name} onSubmit={save} onClose={onClose}>
        <TextField label={common.name} maxLength={maxShopName} value={name} onChange={setName} />
      </DialogForm>
    </Dialog>
  );
}
