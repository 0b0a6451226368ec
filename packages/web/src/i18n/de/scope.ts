import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const scope: Translations['scope'] = {
  scope: 'Suchen in',
  allAgain: 'Zurücksetzen',
  countCollections: (count) => plural(count, 'Sammlung', 'Sammlungen'),
  find: 'Dokument nach Namen suchen',
  noDocument: 'Keine passenden Dokumente.',
  noDocuments: 'Keine Dokumente.',
  documentsOf: (name) => `Dokumente in „${name}“`,
};
