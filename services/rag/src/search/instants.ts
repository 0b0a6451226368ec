import { z } from 'zod';

const instantSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true, local: true })]);
const withZone = /(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a date, or a date and time, in ISO 8601; without a zone it is UTC. Returns undefined for
 * other text.
 */
export function readInstant(text: string): Date | undefined {
  if (!instantSchema.safeParse(text).success) return undefined;
  const isDay = !text.includes('T');
  return new Date(isDay || withZone.test(text) ? text : `${text}Z`);
}
