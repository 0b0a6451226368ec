import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const attachments: Translations['attachments'] = {
  files: 'Angehängte Dateien',
  sending: (share) => `Wird hochgeladen, ${share}`,
  failed: 'Konnte nicht gelesen werden',
  lost: 'Wurde nicht hochgeladen',
  remove: (name) => `${name} entfernen`,
  deleteToo: (count) =>
    `Auch ${plural(count, 'angehängte Datei', 'angehängte Dateien')} löschen. Andernfalls bleiben sie in Ihren Dokumenten.`,
};
