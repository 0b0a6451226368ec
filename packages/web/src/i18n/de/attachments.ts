import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const attachments: Translations['attachments'] = {
  files: 'Angehängte Dateien',
  sending: (share) => `Wird hochgeladen, ${share}`,
  waiting: 'Wartet',
  queued: 'In der Warteschlange',
  parsing: 'Wird verarbeitet',
  indexing: 'Wird indexiert',
  ready: 'Bereit',
  failed: 'Konnte nicht gelesen werden',
  cancelled: 'Abgebrochen',
  lost: 'Wurde nicht hochgeladen',
  remove: (name) => `${name} entfernen`,
  deleteToo: (count) =>
    `Auch ${plural(count, 'angehängte Datei', 'angehängte Dateien')} löschen. Andernfalls bleiben sie in Ihren Dokumenten.`,
};
