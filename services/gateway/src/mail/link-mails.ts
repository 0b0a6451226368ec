import type { Request } from 'express';
import type { LinkWords, MailLanguage } from './mail-texts.ts';
import { mailLanguages, mailTexts } from './mail-texts.ts';
import type { Mail } from './mailer.ts';

export interface LinkMail extends Pick<LinkWords, 'organisation' | 'link'> {
  readonly to: string;
  readonly expiresAt: Date;
}

/** Returns the language of the sender: the recipient's is unknown. */
export function findMailLanguage(request: Request): MailLanguage {
  return mailLanguages.find((one) => one === request.acceptsLanguages([...mailLanguages])) ?? 'en';
}

export function inviteByMail(language: MailLanguage, mail: LinkMail): Mail {
  return writeLinkMail('invitation', language, mail);
}

export function mailPasswordLink(language: MailLanguage, mail: LinkMail): Mail {
  return writeLinkMail('password', language, mail);
}

function writeLinkMail(
  kind: keyof typeof mailTexts,
  language: MailLanguage,
  { to, organisation, link, expiresAt }: LinkMail,
): Mail {
  const { subject, lines } = mailTexts[kind][language];
  const until = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(expiresAt);
  const words = { organisation: toName(organisation), link, until: `${until} UTC` };
  return { to, subject: subject(words), text: `${lines(words).join('\n\n')}\n` };
}

/**
 * Reduces a name chosen by others to a plain name: one line, no address to follow. Mail programs
 * treat several characters as a dot.
 */
function toName(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{M}\p{N}&'’,()-]+/gu, ' ')
    .trim()
    .slice(0, 80);
}
