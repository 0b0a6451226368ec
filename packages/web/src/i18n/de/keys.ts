import type { Translations } from '../texts.ts';

export const keys: Translations['keys'] = {
  description: 'Mit API-Schlüsseln handeln Programme in dieser Organisation in Ihrem Namen.',
  newKey: 'Neuer Schlüssel',
  scopes: 'Berechtigungen',
  expires: 'Gültigkeit',
  never: 'Unbegrenzt',
  days: (count) => `${count} Tage`,
  create: 'Schlüssel erstellen',
  shown: 'Ihr neuer Schlüssel',
  shownText: 'Kopieren Sie ihn jetzt. Er wird nicht noch einmal angezeigt.',
  none: 'Noch keine API-Schlüssel',
  noneText:
    'Erstellen Sie einen Schlüssel für ein Skript oder für einen Client, der sich nicht anmelden kann.',
  delete: (name) => `Schlüssel ${name} löschen`,
  deleteText: 'Programme, die ihn verwenden, funktionieren sofort nicht mehr.',
  deleteAction: 'Löschen',
  lastUsed: (when) => `verwendet ${when}`,
  unused: 'nie verwendet',
  expiresAt: (when) => `gültig bis ${when}`,
  scope_search: 'Suche',
  'scope_documents:read': 'Dokumente lesen',
  'scope_documents:write': 'Dokumente hinzufügen und ändern',
  scope_chat: 'Chat',
  scope_mcp: 'MCP-Werkzeuge',
  scope_files: 'Dateiwerkzeuge',
  scope_admin: 'Verwaltung',
};
