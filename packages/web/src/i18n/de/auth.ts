import type { Translations } from '../texts.ts';

export const auth: Translations['auth'] = {
  tagline: 'Antworten aus Ihren Dokumenten, mit Quellen.',
  signIn: 'Anmelden',
  signInTitle: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  name: 'Name',
  oidc: 'Mit dem Konto Ihrer Organisation anmelden',
  or: 'oder',
  passkey: 'Mit einem Passkey anmelden',
  linkExpired:
    'Dieser Link ist abgelaufen oder wurde bereits verwendet. Bitten Sie um einen neuen.',
  anotherSubject:
    'Diese E-Mail-Adresse gehört zu einem anderen Konto Ihrer Organisation. Wenden Sie sich an die Administration.',
  refused:
    'Die Anmeldung ist fehlgeschlagen. Wenn Sie hier kein Konto haben, bitten Sie um eine Einladung.',
  setupTitle: 'Das erste Konto erstellen',
  setupNote: 'Ihnen gehört dann diese Installation. Andere können Sie später einladen.',
  begin: 'Konto erstellen',
  joinTitle: 'Sie wurden eingeladen',
  joinOrganisation: (organisation) => `${organisation} beitreten`,
  invitedBy: (person, email, role) => `${person} hat ${email} eingeladen. ${role}`,
  joinNote: 'Sie haben hier bereits ein Konto. Geben Sie dessen Passwort ein.',
  join: 'Beitreten',
  resetTitle: 'Neues Passwort festlegen',
  resetNote: 'Sie werden auf allen Geräten abgemeldet.',
  setPassword: 'Passwort festlegen',
  passwordRule: (length) => `Mindestens ${length} Zeichen`,
  noToken: 'Dieser Link ist unvollständig. Öffnen Sie den ganzen Link, den Sie erhalten haben.',
  connectSignIn: 'Zum Verbinden anmelden',
  connectTitle: (client) => `${client} verbinden?`,
  connectSite: (host) =>
    `Die Anwendung hat diesen Namen selbst gewählt. Sie gehört zu ${host}. Erlauben Sie sie nur, wenn Sie dieser Website vertrauen.`,
  connectAs: (person, organisation) =>
    `Sie kann als ${person} in ${organisation} suchen und lesen.`,
  mayChat: 'Fragen stellen und Recherchen ausführen',
  mayWrite: 'Publikationen und Studien als Dokumente speichern',
  connectTo: (address) => `Sie werden zu ${address} weitergeleitet.`,
  anApplication: 'eine Anwendung',
  codeNote: 'Geben Sie den Code aus Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
  connectFailed: 'Verbindung fehlgeschlagen',
  connectFailedNote:
    'Der Zugriff wurde nicht gewährt. Beginnen Sie in der Anwendung von vorn; tritt der Fehler wieder auf, senden Sie ihrem Hersteller den folgenden Code.',
  connectUnknown:
    'Dieser Link nennt keine hier registrierte Anwendung. Beginnen Sie in der Anwendung von vorn.',
  connectTooOld:
    'Diese Anfrage ist abgelaufen, oder ihre Adresse wurde verändert. Der Zugriff wurde nicht gewährt. Beginnen Sie in der Anwendung von vorn.',
  homeButton: 'Zu Lectern',
  forgot: 'Passwort vergessen? Bitten Sie die Administration um einen Link zum Zurücksetzen.',
};
