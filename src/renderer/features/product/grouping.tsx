import { Merge } from "lucide-react";
import { useState } from "react";
import type { Product } from "../../../shared/contract/product.js";
import { Button } from "../../components/button.js";
import { texts } from "../../lib/texts.js";
import { MergeDialog } from "./merge-dialog.js";

/** The way to say that another entry of the catalogue is the same thing. */
export function Grouping({ product }: { readonly product: Product }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grouping">
      <Button variant="quiet" icon={<Merge size={14} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {texts().product.mergeWith}
      </Button>
      {isAsking && <MergeDialog product={product} onClose={() => setAsking(false)} />}
    </div>
  );
}
