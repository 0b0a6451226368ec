import type { Translations } from '../texts.ts';

export const help: Translations['help'] = {
  keyNames: {
    Ctrl: 'Strg',
    Shift: 'Umschalt',
    Enter: 'Eingabe',
    Space: 'Leertaste',
    Tab: 'Tab',
    Esc: 'Esc',
  },
  title: 'Tastenkürzel',
  note: 'Alles lässt sich mit der Tastatur bedienen. Auf dem Mac gilt Cmd statt Strg.',
  palette: 'Seiten, Unterhaltungen und Befehle finden',
  search: 'Dokumente durchsuchen',
  send: 'Frage senden',
  newLine: 'Neue Zeile',
  choose: 'Das fokussierte Dokument auswählen',
  chooseRange: 'Mehrere Dokumente am Stück auswählen; auch mit Umschalt + Klick',
  print: 'Dokument oder Unterhaltung drucken',
  undo: 'Löschen oder Verschieben rückgängig machen, solange der Hinweis sichtbar ist',
  next: 'Nächster Link, nächste Schaltfläche oder nächstes Feld',
  previous: 'Vorheriger Link, vorherige Schaltfläche oder vorheriges Feld',
  close: 'Menü, Dialog oder Quelle schließen',
  help: 'Tastenkürzel anzeigen',
};
