/**
 * Text of a stream's last part when its service is gone; the turn may continue without the stream.
 */
export const brokenOffText =
  'The answer broke off, since the service that writes it went away. What becomes of it stands in the conversation.';
