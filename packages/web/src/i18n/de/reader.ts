import type { Translations } from '../texts.ts';

export const reader: Translations['reader'] = {
  find: 'Im Dokument suchen',
  match: (at, of) => `${at} von ${of}`,
  noMatch: 'Keine Treffer',
  previousMatch: 'Vorheriger Treffer',
  nextMatch: 'Nächster Treffer',
  closeFind: 'Suche schließen',
  more: 'Weitere Aktionen',
  fitWidth: 'Seitenbreite',
  fitPage: 'Ganze Seite',
  rotate: 'Drehen',
  thumbnails: 'Seitenminiaturen',
  print: 'Drucken',
  printFailed: 'Das Dokument konnte nicht gedruckt werden.',
  tooLongToPrint: (pages) =>
    `Dokumente mit mehr als ${pages} Seiten lassen sich hier nicht drucken. Drucken Sie stattdessen die Originaldatei.`,
};
