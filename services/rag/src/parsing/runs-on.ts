const endsSentence = /[.!?…:;。！？।؟۔"”»)\]]$/;
const startsLower = /^\p{Ll}/u;

/** Returns true if a sentence continues from one stretch of text to the next, across a page end. */
export function runsOn(before: string, after: string): boolean {
  return startsLower.test(after) && !endsSentence.test(before);
}
