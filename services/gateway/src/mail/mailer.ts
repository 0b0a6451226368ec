export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /**
   * Returns whether the mail server accepted the mail, within ten seconds. Never throws; false
   * without a mail server, and when the organisation exceeded its limit.
   */
  send(mail: Mail, organisationId: string): Promise<boolean>;
}

/** For an installation without a mail server: people pass links on themselves. */
export const noMailer: Mailer = { send: async () => false };
