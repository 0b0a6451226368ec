import { createHash } from 'node:crypto';
import { AppError } from '@lectern/contracts';
import { type Logger, type OnClose, openGuardedFetch } from '@lectern/service';
import { leakedSentence } from './passwords.ts';

/** Detects passwords that were exposed in data breaches. */
export interface LeakedPasswords {
  /** Answers within two seconds; false if the list is unavailable. */
  has(password: string): Promise<boolean>;
  /** @throws AppError `invalid_request` for an exposed password. */
  refuse(password: string): Promise<void>;
}

const timeoutMs = 2_000;
const maxAnswerBytes = 1_000_000;

/**
 * Queries a list in the form of Have I Been Pwned with the first five characters of the password's
 * SHA-1, which hundreds of passwords share. Without an address no list is queried.
 */
export function openLeakedPasswords(
  address: string | undefined,
  logger: Logger,
  onClose: OnClose,
): LeakedPasswords {
  const has = address ? openList(address, logger, onClose) : async () => false;
  return {
    has,
    async refuse(password) {
      if (!(await has(password))) return;
      const details = { field: 'password' };
      throw new AppError('invalid_request', `password: ${leakedSentence}`, { details });
    },
  };
}

function openList(address: string, logger: Logger, onClose: OnClose): LeakedPasswords['has'] {
  const fetchList = openGuardedFetch(
    {
      protocols: ['https:', 'http:'],
      privateHosts: [new URL(address).hostname],
      maxAnswerBytes,
    },
    onClose,
  );
  return async (password) => {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    try {
      const answer = await fetchList(`${address}/${hash.slice(0, 5)}`, {
        headers: { 'add-padding': 'true', 'user-agent': 'Lectern' },
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`the list answered ${answer.status}`);
      const lines = (await answer.text()).split(/\r?\n/);
      // Padding lines have the count 0.
      return lines.some((line) => /^([0-9A-F]+):0*[1-9]/i.exec(line)?.[1] === hash.slice(5));
    } catch (error) {
      // The error itself may contain the address with the start of the hash.
      logger.warn({ reason: (error as Error).name }, 'the list of leaked passwords is unavailable');
      return false;
    }
  };
}
