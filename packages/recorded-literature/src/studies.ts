import { hasWord } from './match-term.ts';
import { type LiteratureRecords, type RecordedStudy, toWords } from './records.ts';

/** Answers `/studies` of the registry's API, version 2. */
export function answerStudies(
  records: LiteratureRecords,
  parameters: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const found = [...records.studies.values()]
    .filter((study) => matchStudy(study, parameters))
    .toSorted(bySort(parameters.get('sort') ?? ''));
  const start = Number((parameters.get('pageToken') ?? 'at-0').replace('at-', ''));
  const end = start + Number(parameters.get('pageSize') ?? 10);
  return {
    studies: found.slice(start, end).map(({ protocolSection, hasResults }) => ({
      protocolSection,
      hasResults,
    })),
    ...(parameters.get('countTotal') === 'true' && start === 0 && { totalCount: found.length }),
    ...(end < found.length && { nextPageToken: `at-${end}` }),
  };
}

const sorted: Readonly<Record<string, (study: RecordedStudy) => string | number | undefined>> = {
  StartDate: ({ protocolSection }) => protocolSection.statusModule.startDateStruct?.date,
  EnrollmentCount: ({ protocolSection }) => protocolSection.designModule?.enrollmentInfo?.count,
};

/** `EnrollmentCount:desc`; studies without the field come last. */
function bySort(sort: string): (one: RecordedStudy, other: RecordedStudy) => number {
  const [field = '', direction] = sort.split(':');
  const read = sorted[field];
  if (!read) return () => 0;
  const sign = direction === 'desc' ? -1 : 1;
  return (one, other) => {
    const [a, b] = [read(one), read(other)];
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined);
    return a === b ? 0 : a < b ? -sign : sign;
  };
}

function matchStudy(
  { protocolSection: protocol, hasResults = false }: RecordedStudy,
  parameters: URLSearchParams,
): boolean {
  const { identificationModule, statusModule, conditionsModule, armsInterventionsModule } =
    protocol;
  const titles = [identificationModule, protocol.descriptionModule];
  const areas: Readonly<Record<string, unknown>> = {
    'query.cond': [conditionsModule, titles],
    'query.intr': [armsInterventionsModule, titles],
    'query.spons': protocol.sponsorCollaboratorsModule,
    'query.term': protocol,
  };
  const ids = parameters.get('filter.ids')?.split(/[|,]/);
  const statuses = parameters.get('filter.overallStatus')?.split(/[|,]/);
  const advanced = parameters.get('filter.advanced') ?? '';
  const phases = /AREA\[Phase\]\(([^)]*)\)/.exec(advanced)?.[1]?.split(' OR ');
  const pmids = /AREA\[ReferencePMID\]\(([^)]*)\)/.exec(advanced)?.[1]?.split(' OR ');
  const references: readonly { pmid?: string }[] = protocol.referencesModule?.references ?? [];
  const results = /results:(without|with)/.exec(parameters.get('aggFilters') ?? '')?.[1];
  const range = /AREA\[(\w+Date)\]RANGE\[([^,]*),([^\]]*)\]/.exec(advanced);
  const area = (range?.[1] ?? '').replace(/^./, (first) => first.toLowerCase());
  const size = /AREA\[EnrollmentCount\]RANGE\[([^,]*),([^\]]*)\]/.exec(advanced);
  const date: string = statusModule[`${area}Struct`]?.date ?? '';
  return (
    Object.entries(areas).every(([name, area]) => matchWords(area, parameters.get(name))) &&
    (!ids || ids.includes(identificationModule.nctId)) &&
    (!statuses || statuses.includes(statusModule.overallStatus)) &&
    (!phases || phases.some((phase) => protocol.designModule?.phases?.includes(phase))) &&
    (!pmids || references.some(({ pmid }) => pmid !== undefined && pmids.includes(pmid))) &&
    (!results || hasResults === (results === 'with')) &&
    (!size || isOfSize(protocol.designModule?.enrollmentInfo?.count, size)) &&
    (!range || (isAfter(date, range[2]) && isBefore(date, range[3])))
  );
}

function isOfSize(count: number | undefined, [, from = '', to = '']: readonly string[]): boolean {
  if (count === undefined) return false;
  return (from === 'MIN' || count >= Number(from)) && (to === 'MAX' || count <= Number(to));
}

function matchWords(area: unknown, wanted: string | null): boolean {
  if (wanted === null) return true;
  const text = toWords(JSON.stringify(area ?? ''));
  return wanted.split(/\s+OR\s+/).some((all) =>
    all
      .replaceAll('\\', '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((word) => !/^(and|or|not|of|the|in|for)$/.test(word))
      .every((word) => word === '' || hasWord(text, word)),
  );
}

function isAfter(date: string, from: string | undefined): boolean {
  return date !== '' && (from === 'MIN' || `${date}-31`.slice(0, 10) >= (from ?? ''));
}

function isBefore(date: string, to: string | undefined): boolean {
  return date !== '' && (to === 'MAX' || date <= `${to}-31`);
}
