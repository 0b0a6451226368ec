import type { Translations } from '../texts.ts';

export const palette: Translations['palette'] = {
  documents: 'Dokumente',
  conversations: 'Unterhaltungen',
  actions: 'Aktionen',
  addFiles: 'Dateien hinzufügen',
  theme: 'Zwischen hell und dunkel wechseln',
};
