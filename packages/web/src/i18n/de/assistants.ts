import type { Translations } from '../texts.ts';

export const assistants: Translations['assistants'] = {
  title: 'Assistenten',
  description: 'Anweisungen und Prompts, die Sie wiederverwenden und mit anderen teilen.',
  assistants: 'Assistenten',
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
  edit: 'Bearbeiten',
  editTitle: (name) => `${name} bearbeiten`,
  remove: 'Löschen',
  removeItem: (name) => `${name} löschen`,
  removeTitle: (name) => `„${name}“ löschen?`,
  removeText: 'Das lässt sich nicht rückgängig machen. Frühere Antworten bleiben erhalten.',
  save: 'Speichern',
  name: 'Name',
  text: 'Text',
  about: 'Beschreibung',
  instructions: 'Anweisungen',
  instructionsText:
    'Zum Beispiel Rolle, Zielgruppe und Form der Antworten. Das eingebaute Modell beachtet sie nicht.',
  defaultModel: 'Standardmodell',
  modelMissing: 'Sie dürfen sein Modell nicht verwenden; das Standardmodell antwortet.',
  anyMode: 'Wie im Chat gewählt',
  clear: 'Leeren',
  collections: 'Sammlungen',
  collectionsText:
    'Leer: alle Dokumente. Niemand sieht Dokumente, auf die er sonst keinen Zugriff hat.',
  noTools: 'Keine verbundenen Werkzeuge verwenden',
  tools: 'Werkzeugserver',
  toolsText: 'Leer: alle, die der Person offenstehen.',
  withoutAssistant: (name) => `Assistent: ${name}. Entfernen`,
};
