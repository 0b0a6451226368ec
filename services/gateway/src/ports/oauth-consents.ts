export interface OAuthConsents {
  /**
   * Whether a client may still act for a person in an organisation: it is not disabled or deleted,
   * and the person has not taken the consent back.
   */
  stands(clientId: string, userId: string, organisationId: string): Promise<boolean>;
}
