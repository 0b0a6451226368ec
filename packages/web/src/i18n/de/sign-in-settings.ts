import type { Translations } from '../texts.ts';

export const signInSettings: Translations['signInSettings'] = {
  description:
    'Mitglieder melden sich mit ihrem Konto bei Ihrem Identitätsanbieter an (OpenID Connect). Sie brauchen eine Einladung oder werden bereitgestellt.',
  issuer: 'Aussteller-URL (Issuer)',
  clientId: 'Client-ID',
  clientSecret: 'Client-Secret',
  secretKept: 'Leer lassen, um das gespeicherte Secret zu behalten.',
  redirectUri: 'Weiterleitungs-URL für den Identitätsanbieter',
  enforced: 'Single Sign-on vorschreiben',
  enforcedText:
    'Mitglieder mit Adressen einer bestätigten Domain können sich nur noch so anmelden. Eigentümer behalten ihr Passwort. Die Sitzungen der anderen enden sofort.',
  remove: 'Identitätsanbieter entfernen',
  removeText:
    'Mitglieder melden sich wieder mit ihrem Passwort an. Bestätigte Domains bleiben erhalten.',
  maxHours: 'Erneut anmelden nach (Stunden)',
  idleMinutes: 'Ungenutzte Sitzungen beenden nach (Minuten)',
  standard: '7 Tage',
  unlimited: 'Unbegrenzt',
  domains: 'E-Mail-Domains',
  domainsText: 'Tragen Sie den TXT-Eintrag im DNS der Domain ein und bestätigen Sie sie dann.',
  domain: 'Domain',
  addDomain: 'Domain hinzufügen',
  verify: 'Bestätigen',
  verified: 'Bestätigt',
  unverified: 'Nicht bestätigt',
  removeDomain: (domain) => `${domain} löschen`,
  removeDomainText: 'Mitglieder mit ihren Adressen können Single Sign-on nicht mehr nutzen.',
  record: (name) => `TXT-Eintrag für ${name}`,
  provisioning: 'Bereitstellung (SCIM)',
  provisioningText:
    'Ihr Identitätsanbieter fügt Mitglieder und Teams hinzu, ändert und deaktiviert sie. Geben Sie dort diese URL und ein Token ein.',
  baseUrl: 'SCIM-URL',
  newToken: 'Token erstellen',
  tokenShown: 'Neues Token',
  tokenShownText: 'Kopieren Sie es jetzt. Es wird nicht wieder angezeigt.',
  revoke: (name) => `${name} widerrufen`,
  revokeText: 'Der Identitätsanbieter kann Mitglieder nicht mehr ändern. Die Mitglieder bleiben.',
  revokeAction: 'Widerrufen',
  lastUsed: (when) => `Zuletzt verwendet ${when}`,
  unused: 'Noch nicht verwendet',
};
