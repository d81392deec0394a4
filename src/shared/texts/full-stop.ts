/** Ends a sentence, unless its last word already does, as in *50 St.* */
export function withFullStop(sentence: string): string {
  return /[.…!?]$/u.test(sentence) ? sentence : `${sentence}.`;
}
