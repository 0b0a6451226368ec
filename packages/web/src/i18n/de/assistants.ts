import type { Translations } from '../texts.ts';

export const assistants: Translations['assistants'] = {
  description: 'Anweisungen und Prompts, die Sie wiederverwenden und mit anderen teilen.',
  prompts: 'Gespeicherte Prompts',
  addAssistant: 'Neuer Assistent',
  addPrompt: 'Neuer Prompt',
  noAssistants: 'Noch keine Assistenten',
  assistantsText:
    'Ein Assistent hat Anweisungen, ein Modell, Sammlungen und Werkzeuge. Geben Sie im Chat @ ein, um einen auszuwählen.',
  noPrompts: 'Noch keine gespeicherten Prompts',
  promptsText:
    'Speichern Sie einen Text, den Sie oft brauchen. Geben Sie im Chat / ein, um ihn einzufügen.',
  shared: 'Geteilt',
  private: 'Privat',
  removeItem: (name) => `${name} löschen`,
  removeText: 'Das lässt sich nicht rückgängig machen. Frühere Antworten bleiben erhalten.',
  instructions: 'Anweisungen',
  instructionsText:
    'Zum Beispiel Rolle, Zielgruppe und Form der Antworten. Das eingebaute Modell beachtet sie nicht.',
  defaultModel: 'Standardmodell',
  modelMissing: 'Sie dürfen sein Modell nicht verwenden; das Standardmodell antwortet.',
  anyMode: 'Wie im Chat gewählt',
  collectionsText:
    'Leer: alle Dokumente. Niemand sieht Dokumente, auf die er sonst keinen Zugriff hat.',
  noTools: 'Keine verbundenen Werkzeuge verwenden',
  tools: 'Werkzeugserver',
  toolsText: 'Leer: alle, die der Person offenstehen.',
  withoutAssistant: (name) => `Assistent: ${name}. Entfernen`,
};
