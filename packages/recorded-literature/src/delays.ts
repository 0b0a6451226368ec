/** Milliseconds before an answer, by call. */
export interface RecordedDelays {
  readonly esearch: number;
  readonly esummary: number;
  readonly efetch: number;
  readonly espell: number;
  readonly studies: number;
}

export const noDelays: RecordedDelays = {
  esearch: 0,
  esummary: 0,
  efetch: 0,
  espell: 0,
  studies: 0,
};

/** Assumed mean delays of the services over an ordinary line. The recordings hold no times. */
export const assumedDelays: RecordedDelays = {
  esearch: 400,
  esummary: 250,
  efetch: 450,
  espell: 150,
  studies: 500,
};

/** Between 0.6 and 1.8 times the mean, the same for the same request. */
export function varyDelay(meanMs: number, request: string): number {
  let hash = 0;
  for (const character of request) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return meanMs * (0.6 + (1.2 * hash) / 9973);
}
