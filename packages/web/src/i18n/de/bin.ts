import type { Translations } from '../texts.ts';

export const bin: Translations['bin'] = {
  description:
    'Gelöschtes kann 30 Tage lang wiederhergestellt werden. Danach wird es endgültig gelöscht.',
  kind: 'Anzeigen',
  kinds: {
    all: 'Alles',
    document: 'Dokumente',
    collection: 'Sammlungen',
    conversation: 'Unterhaltungen',
  },
  kindOf: { document: 'Dokument', collection: 'Sammlung', conversation: 'Unterhaltung' },
  empty: 'Der Papierkorb ist leer',
  deleted: 'Gelöscht',
  deletedAgo: (ago, until) => `Gelöscht: ${ago}. Aufbewahrt bis ${until}`,
  purged: 'Aufbewahrt bis',
  restore: 'Wiederherstellen',
  restoreEntry: (name) => `${name} wiederherstellen`,
  restored: (name) => `„${name}“ wurde wiederhergestellt`,
  purge: 'Endgültig löschen',
  purgeEntry: (name) => `Endgültig löschen: ${name}`,
  purgeTitle: (name) => `„${name}“ endgültig löschen?`,
  purgeText: 'Das lässt sich nicht rückgängig machen.',
};
