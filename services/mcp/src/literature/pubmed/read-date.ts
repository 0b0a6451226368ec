import { childrenOf, textOf, type XmlElement } from '../answers/xml-element.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns a date with the precision of the element; null without a year. */
export function readDate(element: XmlElement | undefined): string | null {
  const part = (name: string) => textOf(childrenOf(element, name)[0]);
  // `MedlineDate` is free text such as `1998 Dec-1999 Jan`; the first date counts.
  const free = part('MedlineDate');
  const year = /^\d{4}$/.exec(part('Year'))?.[0] ?? /\b\d{4}\b/.exec(free)?.[0];
  if (!year) return null;
  const month = readMonth(part('Month') || (/^\d{4} ([A-Z][a-z]{2})\b/.exec(free)?.[1] ?? ''));
  if (!month) return year;
  const day = /^\d{1,2}$/.exec(part('Day'))?.[0];
  return day ? `${year}-${month}-${day.padStart(2, '0')}` : `${year}-${month}`;
}

/** Returns the literal date: `2001 Jun`, `1990 Spring`, or the free text. */
export function readDateText(element: XmlElement | undefined): string {
  const parts = ['Year', 'Season', 'Month', 'Day', 'MedlineDate'].map((name) =>
    textOf(childrenOf(element, name)[0]),
  );
  return parts.filter(Boolean).join(' ');
}

function readMonth(text: string): string | undefined {
  const number = /^\d{1,2}$/.test(text)
    ? Number(text)
    : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
  return number >= 1 && number <= 12 ? String(number).padStart(2, '0') : undefined;
}
