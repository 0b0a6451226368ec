/** A property of a calendar (RFC 5545), such as `DTSTART;TZID=Europe/Berlin:20250613T140000`. */
interface Property {
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

const labels: Readonly<Record<string, string>> = {
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

/** Returns each event, task and journal entry of a calendar as lines for a reader. */
export function readCalendar(source: string): { title: string; lines: string[] }[] {
  const entries: { title: string; lines: string[] }[] = [];
  let open: (typeof entries)[number] | undefined;
  let alarms = 0;
  for (const line of source.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const property = readProperty(line);
    if (property === undefined) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && value === 'VALARM') alarms += 1;
    else if (name === 'END' && value === 'VALARM') alarms -= 1;
    else if (name === 'BEGIN' && /^V(?:EVENT|TODO|JOURNAL)$/.test(value)) {
      open = { title: '', lines: [] };
      entries.push(open);
    } else if (open !== undefined && alarms === 0) {
      if (name === 'SUMMARY') open.title = unescapeText(value);
      const label = labels[name];
      if (label !== undefined && value !== '')
        open.lines.push(`${label}: ${formatValue(property)}`);
    }
  }
  return entries;
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
  if (/^(?:DTSTART|DTEND|DUE|EXDATE)$/.test(name)) {
    const zone = parameters.get('TZID');
    return value
      .split(',')
      .map((date) => formatDate(date, zone))
      .join(', ');
  }
  if (name === 'ORGANIZER' || name === 'ATTENDEE') {
    const address = value.replace(/^mailto:/i, '');
    const person = parameters.get('CN');
    return person === undefined || person === address ? address : `${person} <${address}>`;
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
