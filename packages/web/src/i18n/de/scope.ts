import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const scope: Translations['scope'] = {
  scope: 'Suchen in',
  all: 'Alle Dokumente',
  allAgain: 'Zurücksetzen',
  countCollections: (count) => plural(count, 'Sammlung', 'Sammlungen'),
  countDocuments: (count) => plural(count, 'Dokument', 'Dokumente'),
  find: 'Dokument nach Namen suchen',
  noDocument: 'Keine passenden Dokumente.',
  noDocuments: 'Keine Dokumente.',
  documentsOf: (name) => `Dokumente in „${name}“`,
  more: 'Mehr anzeigen',
};
