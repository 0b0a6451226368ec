import type { PubmedSearchInput } from '@lectern/contracts';

/** NCBI takes a range of dates only with both ends. */
const earliest = '1500';
const latest = '3000';

/** A search as `esearch` takes it. */
export function toSearchParameters(input: PubmedSearchInput): Readonly<Record<string, string>> {
  const { date_from: from, date_to: to, publication_types: types } = input;
  const slashed = (date: string) => date.replaceAll('-', '/');
  return {
    term:
      types.length > 0
        ? `(${input.query}) AND (${types.map(toTypeTerm).join(' OR ')})`
        : input.query,
    retstart: String(input.offset),
    retmax: String(input.limit),
    sort: input.sort === 'date' ? 'pub_date' : 'relevance',
    ...((from || to) && {
      datetype: 'pdat',
      mindate: slashed(from ?? earliest),
      maxdate: slashed(to ?? latest),
    }),
  };
}

function toTypeTerm(type: string): string {
  return `"${type.replaceAll(/["[\]]/g, '')}"[Publication Type]`;
}
