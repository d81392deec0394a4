import { chunkOf } from "./chunk.js";
import type { OpenTarget, Subject, Target, TargetDefinition } from "./target.js";

export const defaultDeadlineMs = 30_000;

function opened<T>(definition: TargetDefinition<T>, subject: Subject<T>): OpenTarget {
  const { name, deadlineMs = defaultDeadlineMs } = definition;
  return {
    chunk: chunkOf({ name, deadlineMs }, subject),
    finish: async () => {
      const complaints = (await subject.finish?.()) ?? [];
      return complaints.map((message) => ({ target: name, fault: "wrong", message, value: "", repeat: "" }));
    },
  };
}

/** Makes a target whose case type nobody else needs to know. */
export function defineTarget<T>(definition: TargetDefinition<T>): Target {
  return {
    ...definition,
    use: async (work) => {
      const subject = await definition.open();
      try {
        return await work(opened(definition, subject));
      } finally {
        await subject.close?.();
      }
    },
  };
}
