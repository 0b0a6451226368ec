export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /**
   * Whether the mail server took the mail, within ten seconds. Never throws; false also without a
   * mail server, and when the organisation sent too many this minute.
   */
  send(mail: Mail, organisationId: string): Promise<boolean>;
}

/** For an installation without a mail server: people hand links on themselves. */
export const noMailer: Mailer = { send: async () => false };
