export const mailLanguages = ['en', 'ru'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

export interface LinkWords {
  readonly organisation: string;
  readonly link: string;
  /** Expiry of the link. */
  readonly until: string;
}

interface MailText {
  readonly subject: (words: LinkWords) => string;
  readonly lines: (words: LinkWords) => readonly string[];
}

/** All mails in all languages; a missing one does not compile. */
export const mailTexts: Readonly<
  Record<'invitation' | 'password', Readonly<Record<MailLanguage, MailText>>>
> = {
  invitation: {
    en: {
      subject: ({ organisation }) => `Invitation to “${organisation}” on Lectern`,
      lines: ({ organisation, link, until }) => [
        `You are invited to “${organisation}” on Lectern. This link lets you in once, until ${until}:`,
        link,
        'If you do not know of it, leave this mail alone: nothing happens then.',
      ],
    },
    ru: {
      subject: ({ organisation }) => `Приглашение в «${organisation}» в Lectern`,
      lines: ({ organisation, link, until }) => [
        `Вас пригласили в «${organisation}» в Lectern. По этой ссылке можно войти один раз, до ${until}:`,
        link,
        'Если вы об этом не знаете, не отвечайте на письмо: ничего не произойдёт.',
      ],
    },
  },
  password: {
    en: {
      subject: () => 'A new password for Lectern',
      lines: ({ organisation, link, until }) => [
        `An administrator of “${organisation}” made a link with which you set a new password for Lectern. It works once, until ${until}:`,
        link,
        'If you did not ask for it, leave this mail alone: your password stays as it is.',
      ],
    },
    ru: {
      subject: () => 'Новый пароль для Lectern',
      lines: ({ organisation, link, until }) => [
        `Администратор «${organisation}» создал ссылку, по которой вы зададите новый пароль для Lectern. Она работает один раз, до ${until}:`,
        link,
        'Если вы этого не просили, не отвечайте на письмо: пароль останется прежним.',
      ],
    },
  },
};
