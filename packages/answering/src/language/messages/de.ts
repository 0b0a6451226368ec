import type { Sentences } from './sentences.ts';

export const de: Sentences = {
  abstained: 'In den Dokumenten habe ich keine Antwort auf diese Frage gefunden.',
  retrievalUnavailable:
    'Die Wissensbasis kann gerade nicht durchsucht werden, daher kann ich nicht antworten. Bitte versuchen Sie es später noch einmal.',
  searching: 'Suche in der Wissensbasis',
  found: (count) => {
    if (count === 0) return 'Keine Artikel gefunden';
    return count === 1 ? '1 Artikel gefunden' : `${count} Artikel gefunden`;
  },
  searchFailed: 'Die Suche konnte nicht abgeschlossen werden',
  calling: (tool) => `Rufe ${tool} auf`,
  called: (tool) => `${tool} hat geantwortet`,
  callFailed: (tool) => `${tool} konnte nicht aufgerufen werden`,
  outcomeUnknown: (tool) =>
    `${tool} wurde aufgerufen, hat aber nicht geantwortet: Ob der Auftrag ausgeführt wurde, ist nicht bekannt.`,
  declined: (tool) => `Sie haben den Aufruf abgelehnt, daher wurde ${tool} nicht aufgerufen.`,
  needsConsent: (tool) =>
    `${tool} braucht die Zustimmung eines Menschen, der hier nicht gefragt werden kann, und wurde daher nicht aufgerufen.`,
  changedMeanwhile: (tool) =>
    `${tool} oder sein Server wurde inzwischen geändert, daher wurde es nicht aufgerufen. Fragen Sie noch einmal, wenn es weiterhin geschehen soll.`,
  greeting: 'Hallo! Fragen Sie mich etwas zu den Dokumenten Ihres Teams, ich suche dort danach.',
  whichServer: (servers) => `Welchen davon soll ich verwenden: ${servers.join(', ')}?`,
  whichArguments: ({ server, tool, names }) =>
    `${tool} von ${server} passt, aber ich kann die Argumente nicht ausfüllen. Bitte geben Sie sie an: ${names.join(', ')}.`,
  onPage: (page) => `S. ${page}`,
  unsupported: 'Die Quelle sagt das nicht.',
  withheld: {
    document_unavailable:
      'Das Zitat wird nicht gezeigt: Das Dokument wurde gelöscht, oder Sie dürfen es nicht mehr lesen.',
    not_checked:
      'Das Zitat wird nicht gezeigt: Ob Sie das Dokument noch lesen dürfen, ließ sich nicht feststellen.',
  },
  unanswered: 'Es gibt keine Antwort.',
};
