export { assumedDelays, noDelays } from './delays.ts';
export {
  type RecordedLiterature,
  type RecordedLiteratureOptions,
  startRecordedLiterature,
} from './recorded-literature.ts';
export { loadRecords } from './records.ts';
