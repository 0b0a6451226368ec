import type { Translations } from '../texts.ts';

export const evaluationSets: Translations['evaluationSets'] = {
  set: 'Fragensatz',
  choose: 'Fragensatz auswählen',
  newSetTitle: 'Neuer Fragensatz',
  renameTitle: 'Fragensatz umbenennen',
};
