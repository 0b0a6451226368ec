import type { Translations } from '../texts.ts';
import { plural } from './plural.ts';

export const desk: Translations['desk'] = {
  tabs: { own: 'Eigene', archived: 'Archiv', shared: 'Mit Ihnen geteilt' },
  changed: 'Zuletzt geändert',
  owner: 'Geteilt von',
  isShared: 'Geteilt',
  select: (title) => `„${title}“ auswählen`,
  selected: (count) => `${plural(count, 'Unterhaltung', 'Unterhaltungen')} ausgewählt`,
  inBin: (count) =>
    `${plural(count, 'Unterhaltung', 'Unterhaltungen')} in den Papierkorb verschoben`,
  noShared: 'Keine geteilten Unterhaltungen',
  noSharedText: 'Hier erscheinen Unterhaltungen, die andere mit Ihnen teilen.',
  shareTitle: 'Unterhaltung teilen',
  shareText:
    'Andere können diese Unterhaltung und spätere Nachrichten lesen, aber nicht ändern. Quellen, die jemand nicht öffnen darf, bleiben verborgen.',
  audience: 'Wer lesen kann',
  audience_none: 'Nur Sie',
  audience_organisation: 'Alle in der Organisation',
  audience_people: 'Ausgewählte Personen',
  people: 'Personen',
  peopleHint: 'Name oder E-Mail-Adresse',
  copyLink: 'Link kopieren',
  stopSharing: 'Nicht mehr teilen',
  pin: 'Anheften',
  unpin: 'Nicht mehr anheften',
  archive: 'Archivieren',
  unarchive: 'Aus dem Archiv holen',
  moveToFolder: 'In Ordner verschieben',
  folder: 'Ordner',
  folderHint: 'Leer lassen, um die Unterhaltung aus ihrem Ordner zu nehmen.',
  noArchived: 'Keine archivierten Unterhaltungen',
  sharedBy: (name) => `Geteilt von ${name}`,
  sharedText: 'Sie können diese Unterhaltung lesen, aber nicht fortsetzen.',
  sharedEmpty: 'Es gibt noch keine Nachrichten.',
  formerMember: 'einem Mitglied',
  hiddenSource: 'Sie haben keinen Zugriff auf diese Quelle.',
};
