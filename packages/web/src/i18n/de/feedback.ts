import type { Translations } from '../texts.ts';

export const feedback: Translations['feedback'] = {
  description: 'Bewertete Antworten mit ihren Fragen und Kommentaren.',
  show: 'Bewertung',
  all: 'Alle',
  good: 'Gut',
  bad: 'Schlecht',
  goodAnswer: 'gute Antwort',
  badAnswer: 'schlechte Antwort',
  none: 'Noch keine Bewertungen',
  noneText: 'Hier erscheinen bewertete Antworten mit ihren Fragen.',
  noneOfKind: 'Keine Antworten mit dieser Bewertung.',
  wholeAnswer: 'Ganze Antwort zeigen',
  beginning: 'Weniger zeigen',
  somebody: 'ehemaliges Mitglied',
  copyQuestion: 'Als Zeile eines Fragensatzes kopieren',
  toQuestion: 'Zu einem Fragensatz hinzufügen',
  rightDocumentsText:
    'Dokumente, die die Antwort zitiert. Ausgewählte gelten in jedem Lauf des Fragensatzes als richtig.',
  nothingCited:
    'Die Antwort zitiert kein Dokument, das Sie sehen dürfen. Speichern Sie die Frage, und markieren Sie dann die richtigen Antworten in der Suche.',
  saveAndMark: 'Speichern und in der Suche weitere markieren',
  questionSaved: 'Die Frage wurde zum Fragensatz hinzugefügt.',
};
