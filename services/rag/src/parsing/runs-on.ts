const endsSentence = /[.!?…:;。！？।؟۔"”»)\]]$/;
const startsLower = /^\p{Ll}/u;

/** Whether a sentence runs on from one stretch of text to the next, over the end of a page. */
export function runsOn(before: string, after: string): boolean {
  return startsLower.test(after) && !endsSentence.test(before);
}
