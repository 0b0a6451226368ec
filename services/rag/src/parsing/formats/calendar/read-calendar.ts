import { decodeText } from '../../decode-text.ts';

/**
 * A property of a calendar (RFC 5545) or of a contact (RFC 6350), such as
 * `DTSTART;TZID=Europe/Berlin:20250613T140000`.
 */
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
  RDATE: 'Also on',
  EXDATE: 'Except',
  LOCATION: 'Location',
  ORGANIZER: 'Organizer',
  ATTENDEE: 'Attendee',
  STATUS: 'Status',
  CONTACT: 'Contact',
  URL: 'Link',
  CONFERENCE: 'Conference',
  ATTACH: 'Attachment',
  CATEGORIES: 'Categories',
  RESOURCES: 'Resources',
  COMMENT: 'Comment',
  DESCRIPTION: 'Description',
  NICKNAME: 'Nickname',
  ORG: 'Organization',
  TITLE: 'Title',
  ROLE: 'Role',
  TEL: 'Phone',
  EMAIL: 'E-mail',
  IMPP: 'Chat',
  ADR: 'Address',
  BDAY: 'Birthday',
  ANNIVERSARY: 'Anniversary',
  'X-ABDATE': 'Date',
  RELATED: 'Related',
  NOTE: 'Note',
};

/** An event, a task, a journal entry or a contact. */
export interface CalendarEntry {
  title: string;
  lines: string[];
}

/** Returns each event, task, journal entry and contact of a file as lines for a reader. */
export function readCalendar(source: string): CalendarEntry[] {
  const entries: Property[][] = [];
  let open: Property[] | undefined;
  let method: Property | undefined;
  let alarms = 0;
  // A line of quoted-printable goes on after `=`, other lines before a space.
  const unfolded = source.replace(/=\r?\n(?=[^\r\n:]*(?:\r?\n|$))|\r?\n[ \t]/g, '');
  for (const line of unfolded.split(/\r?\n/)) {
    const property = readProperty(line);
    if (property === undefined) continue;
    const { name, value } = property;
    if (name === 'BEGIN' && value === 'VALARM') alarms += 1;
    else if (name === 'END' && value === 'VALARM') alarms -= 1;
    else if (name === 'BEGIN' && /^V(?:EVENT|TODO|JOURNAL|CARD)$/i.test(value)) {
      open = method === undefined ? [] : [method];
      entries.push(open);
    } else if (name === 'METHOD') {
      // A calendar that is only published asks nothing of its reader.
      method = /^PUBLISH$/i.test(value) ? undefined : property;
    } else if (alarms === 0) open?.push(property);
  }
  return entries.map(describeEntry);
}

function describeEntry(properties: readonly Property[]): CalendarEntry {
  const start = properties.find(({ name }) => name === 'DTSTART')?.value ?? '';
  const lines: string[] = [];
  let title = '';
  for (const property of properties) {
    const { name, value } = property;
    if (name === 'SUMMARY' || name === 'FN') title = unescapeText(value);
    else if (name === 'N') title ||= formatName(value);
    const label = labels[name];
    if (label === undefined || value === '' || property.parameters.get('VALUE') === 'BINARY')
      continue;
    const isExclusive = name === 'DTEND' && wholeDay.test(start) && wholeDay.test(value);
    // An end that is not after the start is against the standard and meant as the last day.
    const shown = isExclusive && value > start ? findDayBefore(value) : value;
    lines.push(`${label}: ${formatValue({ ...property, value: shown })}`);
  }
  return { title, lines };
}

/** Returns the name of a contact from its parts: family, given, additional, title, suffix. */
function formatName(value: string): string {
  const [family, given, additional, prefix, suffix] = value.split(/(?<!\\);/).map(unescapeText);
  return [prefix, given, additional, family, suffix].filter(Boolean).join(' ');
}

const wholeDay = /^\d{8}$/;

/** Returns `20240601` for `20240602`. */
function findDayBefore(value: string): string {
  const [year, month, day] = [value.slice(0, 4), value.slice(4, 6), value.slice(6)].map(Number);
  const before = new Date(Date.UTC(year as number, (month as number) - 1, (day as number) - 1));
  return before.toISOString().slice(0, 10).replaceAll('-', '');
}

function readProperty(line: string): Property | undefined {
  const found =
    /^(?:[\w-]+\.)?([\w-]+)((?:;[\w-]+(?:=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)?)*):(.*)$/.exec(
      line,
    );
  if (found === null) return undefined;
  const [, name = '', parameters = '', value = ''] = found;
  const named = parameters.matchAll(/;([\w-]+)=(?:"([^"]*)"|([^;]*))/g);
  const isQuoted = /;(?:encoding=)?quoted-printable/i.test(parameters);
  return {
    name: name.toUpperCase(),
    parameters: new Map(
      [...named].map(([, key = '', quoted, bare]) => [key.toUpperCase(), quoted ?? bare ?? '']),
    ),
    value: (isQuoted ? decodeQuoted(value) : value).trim(),
  };
}

function formatValue({ name, parameters, value }: Property): string {
  if (/^(?:DTSTART|DTEND|DUE|EXDATE|RDATE|RECURRENCE-ID)$/.test(name)) {
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
  if (name === 'ADR' || name === 'ORG') {
    return value
      .split(/(?<!\\);/)
      .filter(Boolean)
      .map(unescapeText)
      .join(', ');
  }
  if (name === 'CATEGORIES' || name === 'RESOURCES') {
    return value
      .split(/(?<!\\),/)
      .map(unescapeText)
      .join(', ');
  }
  const label = parameters.get('LABEL');
  return label ? `${label} (${value})` : unescapeText(value);
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

function decodeQuoted(value: string): string {
  const bytes = value.replace(/=([\dA-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return decodeText(Buffer.from(bytes, 'latin1')).text;
}

function unescapeText(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));
}
