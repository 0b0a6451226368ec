/** What the last part of a stream says whose service went away; the turn may go on without the stream. */
export const brokenOffText =
  'The answer broke off, since the service that writes it went away. What becomes of it stands in the conversation.';
