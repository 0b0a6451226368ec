/**
 * What is wrong with a service: its connections break, it answers after 30 s, every second request
 * is told to wait, every request is, its counts are made up, its errors come inside HTTP 200, its answers end in the
 * middle, or it answers with a page for people.
 */
export type RecordedFault =
  | 'down'
  | 'slow'
  | 'limiting'
  | 'refusing'
  | 'lying'
  | 'failing'
  | 'cut'
  | 'page';

export const faults: readonly RecordedFault[] = [
  'down',
  'slow',
  'limiting',
  'refusing',
  'lying',
  'failing',
  'cut',
  'page',
];
