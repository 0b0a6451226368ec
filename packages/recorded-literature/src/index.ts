export { assumedDelays, noDelays, type RecordedDelays } from './delays.ts';
export type { RecordedFault } from './faults.ts';
export {
  type RecordedLiterature,
  type RecordedLiteratureOptions,
  startRecordedLiterature,
} from './recorded-literature.ts';
export { type LiteratureRecords, loadRecords } from './records.ts';
export type { RecordedService } from './requests.ts';
