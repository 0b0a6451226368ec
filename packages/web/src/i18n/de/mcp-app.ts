import type { mcpApp as english } from '../en/mcp-app.ts';

export const mcpApp: typeof english = {
  waiting: 'Die Dokumente werden durchsucht',
  failed: 'Die Dokumente konnten nicht durchsucht werden.',
  none: 'Keine passenden Dokumente.',
  reading: 'Das Dokument wird geöffnet',
  unreadable: 'Das Dokument ist nicht verfügbar. Dies ist das Zitat.',
  passageAlone: 'Dieser Client kann keine Dokumente öffnen. Dies ist das Zitat.',
  retry: 'Erneut versuchen',
  earlier: 'Vorheriger Text',
  later: 'Nächster Text',
  moreFailed: 'Der Text konnte nicht geladen werden. Versuchen Sie es erneut.',
  documentText: 'Text des Dokuments',
};
