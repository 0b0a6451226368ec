import type { Translations } from '../texts.ts';

export const components: Translations['components'] = {
  retry: 'Erneut versuchen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  save: 'Speichern',
  saved: 'Gespeichert',
  delete: 'Löschen',
  rename: 'Umbenennen',
  create: 'Erstellen',
  loading: 'Wird geladen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  more: 'Mehr anzeigen',
  requestId: (id) => `Anfrage ${id}`,
  search: 'Suchen',
  done: 'Fertig',
  actions: 'Aktionen',
};
