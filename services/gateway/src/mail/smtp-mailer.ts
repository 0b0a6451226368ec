import { retry } from '@lectern/contracts/retry';
import { type Logger, type OnClose, untilAborted } from '@lectern/service';
import { createTransport } from 'nodemailer';
import type { RateLimit } from '../rate-limits/rate-limit.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with credentials if the server requires them. */
  readonly url: string;
  readonly from: string;
  /** Limit of mails per organisation: an invitation goes to any address that its maker enters. */
  readonly limit: Pick<RateLimit, 'consume'>;
  readonly logger: Logger;
}

const deadlineMs = 10_000;
const stepTimeoutMs = 5_000;
const maxAttempts = 3;
const pauseMs = 300;
const maxUnderWay = 20;
const loopback = ['localhost', '127.0.0.1', '[::1]'];

interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
}

function delayMsAfter(error: unknown): number | undefined {
  return ((error as SmtpFailure).responseCode ?? 0) >= 500 ? undefined : pauseMs;
}

/**
 * Sends mails over SMTP. Credentials are only sent over TLS, unless the server is on this machine.
 */
export function openSmtpMailer(
  { url, from, limit, logger }: SmtpMailerOptions,
  onClose: OnClose,
): Mailer {
  const { username, hostname } = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: username !== '' && !loopback.includes(hostname),
    dnsTimeout: stepTimeoutMs,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const closed = new AbortController();
  onClose(() => {
    closed.abort();
    transport.close();
  });
  let underWay = 0;

  const trySend = async (mail: Mail, signal: AbortSignal): Promise<void> => {
    try {
      await untilAborted(transport.sendMail({ from, ...mail }), signal);
    } catch (error) {
      const { code, responseCode } = error as SmtpFailure;
      // The server's message can name the person.
      logger.warn({ code, response_code: responseCode }, 'a mail was not sent');
      throw error;
    }
  };

  return {
    async send(mail, organisationId) {
      if (underWay >= maxUnderWay) return false;
      underWay += 1;
      try {
        await limit.consume(organisationId);
        const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(deadlineMs)]);
        await retry({ maxAttempts, delayMsAfter, signal }, () => trySend(mail, signal));
        return true;
      } catch {
        return false;
      } finally {
        underWay -= 1;
      }
    },
  };
}
