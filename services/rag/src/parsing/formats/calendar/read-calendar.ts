/** A property of a calendar (RFC 5545), such as `DTSTART;TZID=Europe/Berlin:20250613T140000`. */
interface Property {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

const labels: Readonly<Record<string, string>> = {
  METHOD: 'Method',
  'RECURRENCE-ID': 'Occurrence',
  DTSTART: 'Start',
  DTEND: 'End',
  DUE: 'Due',
  DURATION: 'Duration',
  RRULE: 'Repeats',
  EXDATE: 'Except',
  LOCATION: 'Location',
  ORGANIZER: 'Organizer',
  ATTENDEE: 'Attendee',
  STATUS: 'Status',
  URL: 'Link',
  COMMENT: 'Comment',
  DESCRIPTION: 'Description',
};

interface Entry {
  title: string;
  lines: string[];
}

/** Returns each event, task and journal entry of a calendar as lines for a reader. */
export function readCalendar(source: string): Entry[] {
  const entries: Property[][] = [];
  let open: Property[] | undefined;
  let method: Property | undefined;
  let alarms = 0;
  for (const line of source.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const property = readProperty(line);
    if (property === undefined) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && value === 'VALARM') alarms += 1;
    else if (name === 'END' && value === 'VALARM') alarms -= 1;
    else if (name === 'BEGIN' && /^V(?:EVENT|TODO|JOURNAL)$/.test(value)) {
      open = method === undefined ? [] : [method];
      entries.push(open);
    } else if (name === 'METHOD') {
      // A calendar that is only published asks nothing of its reader.
      method = /^PUBLISH$/i.test(value) ? undefined : property;
    } else if (alarms === 0) open?.push(property);
  }
  return entries.map(describeEntry);
}

function describeEntry(properties: readonly Property[]): Entry {
  const start = properties.find(({ name }) => name === 'DTSTART')?.value ?? '';
  const lines: string[] = [];
  let title = '';
  for (const property of properties) {
    const { name, value } = property;
    if (name === 'SUMMARY') title = unescapeText(value);
    const label = labels[name];
    if (label === undefined || value === '') continue;
    const isExclusive = name === 'DTEND' && wholeDay.test(start) && wholeDay.test(value);
    // An end that is not after the start is against the standard and meant as the last day.
    const shown = isExclusive && value > start ? findDayBefore(value) : value;
    lines.push(`${label}: ${formatValue({ ...property, value: shown })}`);
  }
  return { title, lines };
}

const wholeDay = /^\d{8}$/;

/** Returns `20240601` for `20240602`. */
function findDayBefore(value: string): string {
  const [year, month, day] = [value.slice(0, 4), value.slice(4, 6), value.slice(6)].map(Number);
  const before = new Date(Date.UTC(year as number, (month as number) - 1, (day as number) - 1));
  return before.toISOString().slice(0, 10).replaceAll('-', '');
}

function readProperty(line: string): Property | undefined {
  const found = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/.exec(
    line,
  );
  if (found === null) return undefined;
  const [, name = '', parameters = '', value = ''] = found;
  const named = parameters.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^;]*))/g);
  return {
    name: name.toUpperCase(),
    parameters: new Map(
      [...named].map(([, key = '', quoted, bare]) => [key.toUpperCase(), quoted ?? bare ?? '']),
    ),
    value: value.trim(),
  };
}

function formatValue({ name, parameters, value }: Property): string {
  if (/^(?:DTSTART|DTEND|DUE|EXDATE|RECURRENCE-ID)$/.test(name)) {
    const zone = parameters.get('TZID');
    return value
      .split(',')
      .map((date) => formatDate(date, zone))
      .join(', ');
  }
  if (name === 'ORGANIZER' || name === 'ATTENDEE') {
    const address = value.replace(/^mailto:/i, '');
    const person = parameters.get('CN');
    const shown = person === undefined || person === address ? address : `${person} <${address}>`;
    const answer = parameters.get('PARTSTAT');
    return answer === undefined ? shown : `${shown} (${answer})`;
  }
  return unescapeText(value);
}

/** Returns `2025-06-13 12:00 UTC` for `20250613T120000Z`. */
function formatDate(value: string, zone: string | undefined): string {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(value.trim());
  if (found === null) return value;
  const [, year, month, day, hour, minute, utc] = found;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return date;
  const place = utc ? 'UTC' : (zone ?? '');
  return `${date} ${hour}:${minute} ${place}`.trimEnd();
}

function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
}
