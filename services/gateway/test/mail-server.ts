import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that stores mails and can reject them. */
export interface MailServer extends AsyncDisposable {
  readonly url: string;
  /** Sources of the mails, with their recipients' addresses. */
  readonly mails: { readonly to: readonly string[]; readonly source: string }[];
  /** Codes with which the next mails are rejected. */
  readonly refusals: number[];
}

export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer['mails'] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onMailFrom: (_address, _session, done) => {
      const responseCode = refusals.shift();
      done(responseCode ? Object.assign(new Error('refused here'), { responseCode }) : null);
    },
    onData: (stream, { envelope }, done) => {
      void text(stream).then((source) => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), source });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://lectern:mail-password@127.0.0.1:${port}`,
    mails,
    refusals,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
