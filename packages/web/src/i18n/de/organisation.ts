import type { Translations } from '../texts.ts';

export const organisation: Translations['organisation'] = {
  newText:
    'Sie hat eigene Mitglieder, Dokumente, Schlüssel und Unterhaltungen. Sie werden ihr Eigentümer.',
  name: 'Name der Organisation',
  organisation: 'Organisation',
  danger: 'Gefahrenbereich',
  yourRole: (role, rights) => `Ihre Rolle: ${role}. ${rights}`,
  leave: 'Verlassen',
  leaveTitle: (name) => `${name} verlassen?`,
  leaveText:
    'Ihre API-Schlüssel funktionieren sofort nicht mehr. Zurückkehren können Sie nur mit einer Einladung. Ihre Dokumente bleiben.',
  remove: 'Organisation löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText:
    'Alle Dokumente, Unterhaltungen, Schlüssel und Mitgliedschaften werden endgültig gelöscht.',
  password: 'Ihr Passwort',
  offerTools: 'Agenten Werkzeuge externer Server anbieten',
  offerToolsText: 'Verbundene Agenten finden sie mit search_tools und rufen sie mit call_tool auf.',
};
