/**
 * A fault of a service: its connections break, it answers after 30 s, each request is told to
 * wait the first time, or every time, every request is told to come back tomorrow, its counts are made
 * up, it lists records that it does not give out, its errors come inside HTTP 200, its answers end in
 * the middle, or it answers with a page for people.
 */
export type RecordedFault =
  | 'down'
  | 'slow'
  | 'limiting'
  | 'refusing'
  | 'barring'
  | 'lying'
  | 'withholding'
  | 'failing'
  | 'cut'
  | 'page';

export const faults: readonly RecordedFault[] = [
  'down',
  'slow',
  'limiting',
  'refusing',
  'barring',
  'lying',
  'withholding',
  'failing',
  'cut',
  'page',
];
