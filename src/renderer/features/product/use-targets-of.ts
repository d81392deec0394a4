import { useMemo } from "react";
import { useAnswer } from "../../stores/answers.js";

/** The target prices of a product's own rules that are switched on, in one currency. */
export function useTargetsOf(service: string, currency: string): readonly number[] {
  const rules = useAnswer("rules.list", { service }).data?.rules;
  return useMemo(
    () =>
      (rules ?? []).flatMap(({ service: own, is_enabled, trigger }) =>
        own !== null && is_enabled && trigger.kind === "target" && trigger.currency === currency
          ? [trigger.price]
          : [],
      ),
    [rules, currency],
  );
}
