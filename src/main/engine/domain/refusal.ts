import { refusals } from "../../../shared/texts/en/refusals.js";
import {
  type Refusal,
  type RefusalKind,
  type RefusalValues,
  refusalText,
} from "../../../shared/texts/refusal.js";

/** Why something is refused, and the next step: in English for programs, and as a refusal that the window words. */
export interface Refused {
  readonly message: string;
  readonly action: string;
  readonly reason: Refusal;
}

export function describeRefusal<K extends RefusalKind>(kind: K, ...values: RefusalValues<K>): Refused {
  const reason = { kind, values };
  const { title, advice } = refusalText(reason, refusals);
  return { message: title, action: advice, reason };
}
