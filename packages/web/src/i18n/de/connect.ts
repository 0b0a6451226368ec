import type { Translations } from '../texts.ts';

export const connect: Translations['connect'] = {
  description:
    'Nutzen Sie Ihre Dokumente in Agenten und Editoren mit Ihren eigenen Rechten, über MCP oder als Modell der OpenAI-API.',
  keyNote:
    'Ersetzen Sie YOUR_KEY durch einen API-Schlüssel. Clients mit Anmeldung brauchen keinen Schlüssel.',
  makeKey: 'API-Schlüssel erstellen',
  mcp: 'MCP',
  openai: 'OpenAI-kompatibel',
  models:
    'Modelle: lectern-knowledge antwortet aus Dokumenten, lectern-agent nutzt auch Werkzeuge.',
  inFile: (file) => `In ${file}`,
  inTerminal: 'Im Terminal',
  other: 'Jeder andere MCP-Client',
  otherText:
    'Streamable HTTP unter dieser Adresse. Melden Sie sich mit OAuth an, oder senden Sie einen API-Schlüssel im Header.',
  python: 'Python',
  claudeDesktop:
    'Customize, Connectors, Add custom connector: diese Adresse, wenn sie aus dem Internet über https erreichbar ist. Für eine Installation auf diesem Rechner: der Befehl lectern mcp in claude_desktop_config.json.',
  openWebUiTools:
    'Settings, Admin, Integrations: Typ MCP (Streamable HTTP), diese Adresse, OAuth 2.1 oder Bearer mit einem Schlüssel, dessen Rechte alle erhalten.',
  openWebUi: 'Settings, Admin, Connections, OpenAI API: diese Adresse und ein Schlüssel.',
  apps: 'Anwendungen',
  noApps: 'Keine verbundenen Anwendungen',
  noAppsText: 'Hier erscheinen Clients, die sich mit OAuth anmelden.',
  allowedAt: (date) => `Verbunden am ${date}.`,
  otherOrganisation: 'Für eine andere Ihrer Organisationen.',
  end: 'Trennen',
  endApp: (name) => `${name} trennen`,
  scopeMcp: 'Sucht und liest',
  scopeChat: 'Stellt Fragen und führt Recherchen aus',
  scopeWrite: 'Speichert Publikationen und Studien',
  scopeStay: 'Bleibt verbunden',
  endText: 'Sie kann nicht mehr für Sie handeln. Sie kann erneut um Zugriff bitten.',
};
